import { SandboxError } from '../../errors/base-error.js'

/** A program asked for a tool that it was not given. */
export class NotAllowedError extends SandboxError {
  override name: string = 'NotAllowedError'

  constructor(readonly tool: string) {
    super(`Tool ${JSON.stringify(tool)} is not available in Code Mode`, 'PERMISSION_DENIED', { tool })
  }
}
