import { SandboxProviderError } from '@caisson/core/workspace'

/** A sandbox refused a command that was to run over the private network: it was not started. `retry` is `safe`. */
export class PrivateNetExecHttpError extends SandboxProviderError {
  override name: string = 'PrivateNetExecHttpError'

  readonly status: number
  /** As it came, without the token. */
  readonly body: string

  constructor(status: number, body: string) {
    const facts = { retry: 'safe', provider: 'platform', operation: 'run a command over the private network' } as const
    super(`the sandbox answered with status ${status} in the private network`, 'UNAVAILABLE', { status, body }, facts)
    this.status = status
    this.body = body
  }
}
