import {
  SandboxExecutionError,
  SandboxFeatureNotSupportedError,
  type Environment,
  type SandboxProcessManager,
  type WorkspaceSandbox,
} from '@caisson/core/workspace'
import { sh, type DriverRunResult, type ShellCommand } from '@caisson/core/driver'
import type { MachineFiles, MachineRunOptions } from './machine-files.js'

/** Linux takes 128 KiB in one variable, and base64 is a third longer. */
const mostInputBytes = 64 * 1024
const variable = 'CAISSON_INPUT'
/** More than any script prints but a very long listing. */
const mostOutputBytes = 256 * 1024 * 1024

/** Options of `sandboxFiles`. */
export interface SandboxFilesOptions {
  /** Where relative paths start. Default: the directory that the sandbox's commands start in. */
  readonly workingDirectory?: string | undefined
}

interface ScriptText {
  readonly text: string
  readonly env?: Environment
}

/**
 * The files of any sandbox that has processes, for a `MachineDisk`: each script is one process without input, whatever the
 * sandbox can do besides. The sandbox is started when it has to be. Content goes with the command, 64 KiB at a time.
 *
 * Throws `SandboxFeatureNotSupportedError` when the sandbox has no processes.
 */
export function sandboxFiles(sandbox: WorkspaceSandbox, options: SandboxFilesOptions = {}): MachineFiles {
  const { processes } = sandbox
  if (!processes) throw new SandboxFeatureNotSupportedError('processes')
  return {
    attachment: sandbox,
    workingDirectory: options.workingDirectory,
    run: async (script, runOptions) => runScript(processes, script, runOptions),
    inputBytes: mostInputBytes,
    // There is no file API whose errors could say something of files.
    classify: () => undefined,
  }
}

async function runScript(
  processes: SandboxProcessManager,
  script: ShellCommand,
  { stdin, signal }: MachineRunOptions,
): Promise<DriverRunResult> {
  const { text, env } = stdin === undefined ? { text: script.text } : withInput(script, stdin)
  const handle = await processes.spawn(text, {
    env,
    stdinMode: 'ignore',
    maxRetainedBytes: mostOutputBytes,
    abortSignal: signal,
  })
  const result = await handle.wait()
  processes.release(handle.pid)
  signal?.throwIfAborted()
  const { exitCode, killed = false } = result
  const { stdoutBytes: stdout, stderrBytes: stderr, stdoutTruncated } = handle
  if (!killed && !stdoutTruncated) return { exitCode, stdout, stderr }
  const reason = killed ? 'a script about files was killed' : 'a script about files printed too much'
  throw new SandboxExecutionError(reason, exitCode, '', result.stderr)
}

/** The script with its input in a variable, which it does not have itself: others in the machine can read texts of commands. */
function withInput(script: ShellCommand, input: Uint8Array): ScriptText {
  const reader = `{ unset ${variable}; exec ${sh`sh -c ${script.text}`.text}; }`
  return {
    text: `printf %s "$${variable}" | base64 -d | ${reader}`,
    env: { [variable]: Buffer.from(input).toString('base64') },
  }
}
