import type { CommandResult } from '../contract/process.js'
import type { ProcessExit } from '../driver/sandbox-driver.js'
import { SandboxProviderError } from '../errors/sandbox-errors.js'
import type { OutputHub } from './output-hub.js'
import { signalNumber } from './signals.js'

/** Who ended a process, when it was us. */
export type EndCause = 'timeout' | 'abort' | 'kill'

/** What we report for a process that we ended. */
const causeFacts: Record<EndCause, { exitCode: number; timedOut?: true; killed?: true }> = {
  timeout: { exitCode: 124, timedOut: true },
  abort: { exitCode: 137, killed: true },
  kill: { exitCode: 137, killed: true },
}

interface ResultParts {
  readonly hub: OutputHub
  readonly command: string | undefined
  readonly args: readonly string[] | undefined
  readonly startedAtMs: number
}

/** Puts a result together. Never makes up an exit code: an exit that has neither code nor signal is an error. */
export function commandResult(exit: ProcessExit, cause: EndCause | undefined, parts: ResultParts): CommandResult {
  const { exitCode, ...flags } = cause ? causeFacts[cause] : { exitCode: ownExitCode(exit) }
  const stdout = parts.hub.retained('stdout')
  const stderr = parts.hub.retained('stderr')
  const result: CommandResult = {
    success: exitCode === 0,
    exitCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    executionTimeMs: performance.now() - parts.startedAtMs,
    ...flags,
  }
  if (!cause && exit.signal !== undefined) result.signal = exit.signal
  if (stdout.droppedBytes > 0) Object.assign(result, { stdoutTruncated: true, stdoutDroppedBytes: stdout.droppedBytes })
  if (stderr.droppedBytes > 0) Object.assign(result, { stderrTruncated: true, stderrDroppedBytes: stderr.droppedBytes })
  if (parts.command !== undefined) result.command = parts.command
  if (parts.args) result.args = [...parts.args]
  return result
}

function ownExitCode(exit: ProcessExit): number {
  if (exit.signal !== undefined) return 128 + signalNumber(exit.signal)
  if (exit.exitCode !== undefined) return exit.exitCode
  throw new SandboxProviderError(
    'The provider reported the end of a process without an exit code',
    'UNKNOWN',
    undefined,
    {
      operation: 'wait',
      retry: 'ambiguous',
    },
  )
}
