import type { CommandResult, ExecuteCommandOptions } from '../contract/process.js'
import { SandboxTimeoutError } from '../errors/sandbox-errors.js'
import { currentTimeMs } from '../util/ids.js'
import { removeCodeFile, writeCodeFile } from './code-file.js'
import type { CommandSandbox } from './command-sandbox.js'
import { findWorkingDirectory } from './working-directory.js'

/** A program that is too long for a command line. */
export interface CodeFileProgram {
  readonly code: string
  readonly invocation: readonly string[]
  /** The descriptor on which the interpreter reads the program. */
  readonly descriptor: 0 | 3
}

/**
 * Constant text; the file and the interpreter are its arguments. The file is open before it is removed and is removed
 * before the program starts, so nothing that the program does leaves it behind, and `exec` keeps its exit code and
 * signal. The shell says by 127 that there is no such interpreter.
 */
const launchers = {
  0: 'exec < "$1" || exit 126; rm -f -- "$1"; shift; exec "$@"',
  3: 'exec 3< "$1" || exit 126; rm -f -- "$1"; shift; exec "$@"',
} as const satisfies Record<CodeFileProgram['descriptor'], string>

/** Writes the program to a private file of the sandbox and runs it from there. The time-out covers both. */
export async function runCodeFile(
  sandbox: CommandSandbox,
  { code, invocation, descriptor }: CodeFileProgram,
  options: ExecuteCommandOptions,
): Promise<CommandResult> {
  const deadline = startDeadline(options)
  // A sandbox on this machine may have a /tmp of its own, which what is written from here does not reach.
  const path = `${findWorkingDirectory(sandbox) ?? '/tmp'}/.caisson-code-${crypto.randomUUID()}`
  await deadline.guard(writeCodeFile(sandbox, path, code, deadline.signal))
  let result: CommandResult | undefined
  try {
    const args = ['-c', launchers[descriptor], 'sh', path, ...invocation]
    result = await sandbox.executeCommand('sh', args, { ...options, ...deadline.remaining() })
    return result
  } finally {
    // Only a command that was cut short, or never ran, may have left the file.
    if (result === undefined || result.timedOut === true || result.killed === true) {
      await removeCodeFile(sandbox, path)
    }
  }
}

/** The time-out of a call that has two steps. */
interface Deadline {
  readonly signal: AbortSignal | undefined
  /** Makes a step that the clock cut short fail with the time-out as its reason. */
  guard<Value>(step: Promise<Value>): Promise<Value>
  remaining(): { timeout?: number }
}

function startDeadline({ timeout, abortSignal }: ExecuteCommandOptions): Deadline {
  // Anything else means no limit or is refused by the command itself.
  const isLimited = timeout !== undefined && timeout > 0 && timeout < 2 ** 31
  if (!isLimited) return { signal: abortSignal, guard: (step) => step, remaining: () => ({}) }
  const startedAtMs = currentTimeMs()
  const clock = AbortSignal.timeout(timeout)
  return {
    signal: abortSignal === undefined ? clock : AbortSignal.any([clock, abortSignal]),
    guard: async (step) => {
      try {
        return await step
      } catch (cause) {
        if (!clock.aborted) throw cause
        throw new SandboxTimeoutError(timeout, 'upload', { cause, retry: 'safe' })
      }
    },
    remaining: () => ({ timeout: Math.max(1, timeout - (currentTimeMs() - startedAtMs)) }),
  }
}
