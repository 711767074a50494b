import type { CodeModeRunOptions, CodeModeToolResult } from '../../contract/code-mode.js'
import { resolveLimits } from '../config/resolve-limits.js'
import { prepareProgram } from '../program/prepare-program.js'
import type { ProgramLauncher } from './program-launcher.js'
import { ProgramRun } from './program-run.js'

/**
 * Runs one program where a launcher starts it: the whole of a transport but the way to the machine. A program that fails,
 * times out, is aborted or ends without a result gives a result that says so; a machine that cannot be started rejects.
 */
export async function runProgram(options: CodeModeRunOptions, launcher: ProgramLauncher): Promise<CodeModeToolResult> {
  const limits = resolveLimits(options.limits)
  if (options.abortSignal?.aborted) {
    return { success: false, error: { name: 'AbortError', message: 'Code Mode execution was aborted' } }
  }
  const prepared = await prepareProgram(options.program)
  if (!prepared.ok) return { success: false, error: prepared.error }
  return new ProgramRun(options, limits, launcher).run(prepared.script)
}
