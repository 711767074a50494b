import type { CodeModeRunOptions, CodeModeToolResult } from '../../contract/code-mode.js'
import { resolveLimits } from '../config/resolve-limits.js'
import { prepareProgram } from '../program/prepare-program.js'
import type { TypeStripper } from '../program/strip-types.js'
import { describeAbort } from './program-ending.js'
import type { ProgramLauncher } from './program-launcher.js'
import { ProgramRun } from './program-run.js'

/** Options of `runProgram`. */
export interface RunProgramOptions {
  /** Makes plain JavaScript of the program. Default: types are erased with what Node has built in. */
  readonly stripTypes?: TypeStripper | undefined
}

/**
 * Runs one program where a launcher starts it: the whole of a transport but the way to the machine. A program that fails,
 * times out, is aborted or ends without a result gives a result that says so; a machine that cannot be started rejects.
 */
export async function runProgram(
  options: CodeModeRunOptions,
  launcher: ProgramLauncher,
  { stripTypes }: RunProgramOptions = {},
): Promise<CodeModeToolResult> {
  const limits = resolveLimits(options.limits)
  const { abortSignal } = options
  if (abortSignal?.aborted) return { success: false, error: describeAbort() }
  const prepared = await prepareProgram(options.program, stripTypes)
  // A signal tells its listeners once: whoever comes later has to look.
  if (abortSignal?.aborted) return { success: false, error: describeAbort() }
  if (!prepared.ok) return { success: false, error: prepared.error }
  return new ProgramRun(options, limits, launcher).run(prepared.script)
}
