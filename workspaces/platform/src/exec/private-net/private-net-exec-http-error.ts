import { SandboxProviderError } from '@caisson/core/workspace'

/** Says that a server does not have what it was asked for. */
const notImplemented = 501

/**
 * A sandbox refused a command that was to run over the private network. `retry` is `safe` where it was not started; `ambiguous`
 * for failures of a server, which may come of somebody between who has lost the answer.
 */
export class PrivateNetExecHttpError extends SandboxProviderError {
  override name: string = 'PrivateNetExecHttpError'

  readonly status: number
  /** As it came, without the token. */
  readonly body: string

  constructor(status: number, body: string) {
    const retry = status < 500 || status === notImplemented ? 'safe' : 'ambiguous'
    const facts = { retry, provider: 'platform', operation: 'run a command over the private network' } as const
    super(`the sandbox answered with status ${status} in the private network`, 'UNAVAILABLE', { status, body }, facts)
    this.status = status
    this.body = body
  }
}
