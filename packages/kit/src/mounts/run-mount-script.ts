import {
  createId,
  type DriverRunOptions,
  type MountHost,
  type MountProfile,
  type ShellCommand,
} from '@caisson/core/driver'
import { SandboxAbortError } from '@caisson/core/workspace'
import { raceAbort } from './race-abort.js'
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
  const { exitCode, stdout, stderr } = await unlessAborted(host.run(command, options), signal)
  const answers = readAnswers(Buffer.from(stdout).toString(), mark)
  if (answers.size > 0) return answers
  const text = Buffer.from(stderr).toString().trim().slice(-500)
  return new Map([[0, { state: 'failed', detail: `the script ended with ${exitCode} and gave no answer`, text }]])
}

function carry(secrets: string | undefined, { secretsBy }: MountProfile): DriverRunOptions {
  if (secrets === undefined) return {}
  return secretsBy === 'stdin' ? { stdin: secrets } : { env: { [secretsVariable]: secrets } }
}

/** The signal is not handed on: a script that is killed half-way would leave a mount that nobody knows of. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return raceAbort(promise, signal, () => new SandboxAbortError('mount', signal.reason))
}
