import { SandboxError } from '../../errors/base-error.js'

/** A program called a tool with arguments that the tool does not take. */
export class ToolInputError extends SandboxError {
  override name: string = 'ToolInputError'

  constructor(
    readonly tool: string,
    problem: string,
  ) {
    super(problem, 'INVALID_ARGUMENT', { tool })
  }
}
