import {
  createId,
  type DriverRunOptions,
  type MountHost,
  type MountProfile,
  type ShellCommand,
} from '@caisson/core/driver'
import { SandboxAbortError } from '@caisson/core/workspace'
import { readAnswers, type ScriptAnswer } from './read-answers.js'
import { asRoot, secretsVariable } from './scripts/become-root.js'

export interface MountScriptRun {
  readonly host: MountHost
  readonly profile: MountProfile
  /** Makes the script; everything that it prints for us begins with the mark. */
  readonly script: (mark: string) => ShellCommand
  readonly secrets?: string | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Runs a script in the machine and reads its answers. Rejects when the machine cannot run it, or stops waiting when the
 * signal is aborted; the script then ends by itself, with its work done or undone.
 */
export async function runMountScript(run: MountScriptRun): Promise<ReadonlyMap<number, ScriptAnswer>> {
  const { host, profile, secrets, timeoutMs, signal } = run
  signal.throwIfAborted()
  const mark = createId('caisson-mount')
  const command = asRoot(run.script(mark), {
    mark,
    elevation: profile.elevation,
    secrets: secrets === undefined ? 'none' : profile.secretsBy,
  })
  const options: DriverRunOptions = { timeoutMs, ...carry(secrets, profile) }
  const { stdout } = await unlessAborted(host.run(command, options), signal)
  return readAnswers(Buffer.from(stdout).toString(), mark)
}

function carry(secrets: string | undefined, { secretsBy }: MountProfile): DriverRunOptions {
  if (secrets === undefined) return {}
  return secretsBy === 'stdin' ? { stdin: secrets } : { env: { [secretsVariable]: secrets } }
}

/** The signal is not handed on: a script that is killed half-way would leave a mount that nobody knows of. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new SandboxAbortError('mount', signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
