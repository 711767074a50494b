import type { CodeModeDoneEvent, CodeModeError, CodeModeToolResult } from '../../contract/code-mode.js'
import { oldestNodeMajor, tooOldExitCode } from '../runner/bootstrap-script.js'
import type { ProgramExit } from './program-launcher.js'
import { describeThrown } from '../values/describe-thrown.js'

/** Why a run is over. */
export type ProgramEnding =
  | { readonly kind: 'done'; readonly frame: CodeModeDoneEvent }
  | { readonly kind: 'exit'; readonly exit: ProgramExit; readonly hadStarted: boolean }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'abort' }
  | { readonly kind: 'overflow'; readonly limitBytes: number }
  | { readonly kind: 'damaged' }

/** What an exit code means while nothing of the runner was heard. */
const startFaults: ReadonlyMap<number | undefined, string> = new Map([
  [9, 'node refused its options; check NODE_OPTIONS in the environment of the sandbox'],
  [126, 'node could not be executed in the sandbox'],
  [127, `node was not found in the sandbox; install Node ${oldestNodeMajor} or newer, or set nodePath`],
  [tooOldExitCode, `Node ${oldestNodeMajor} or newer is needed in the sandbox`],
])

/** What an aborted run is told. */
export function describeAbort(): CodeModeError {
  return { name: 'AbortError', message: 'Code Mode execution was aborted' }
}

/** The result that an ending makes. */
export function resultOfEnding(ending: ProgramEnding, stderr: string): CodeModeToolResult {
  if (ending.kind !== 'done') return { success: false, error: withStderr(describe(ending), stderr) }
  const { frame } = ending
  if (!frame.ok) return { success: false, error: frame.error }
  return 'result' in frame ? { success: true, result: frame.result } : { success: true }
}

function describe(ending: Exclude<ProgramEnding, { kind: 'done' }>): CodeModeError {
  switch (ending.kind) {
    case 'timeout':
      return { name: 'TimeoutError', message: `Code Mode execution timed out after ${ending.timeoutMs}ms` }
    case 'abort':
      return describeAbort()
    case 'overflow': {
      const message = `A message of the program is larger than the limit of ${ending.limitBytes} bytes`
      return { name: 'ValueTooLargeError', message }
    }
    case 'damaged':
      return { name: 'NoResultError', message: 'A message of the program was damaged on its way' }
    case 'exit':
      break
  }
  return { name: 'NoResultError', message: `Program exited without returning a result${cause(ending)}` }
}

function cause({ exit, hadStarted }: Extract<ProgramEnding, { kind: 'exit' }>): string {
  if (exit.error !== undefined) return `: the connection to it was lost (${describeThrown(exit.error).message})`
  const fault = hadStarted ? undefined : startFaults.get(exit.exitCode)
  if (fault !== undefined) return `: ${fault}`
  if (exit.signal !== undefined) return `: it was ended by ${exit.signal}`
  return exit.exitCode === undefined ? '' : `: exit code ${exit.exitCode}`
}

function withStderr(error: CodeModeError, stderr: string): CodeModeError {
  return stderr === '' ? error : { ...error, message: `${error.message}\nstderr: ${stderr}` }
}
