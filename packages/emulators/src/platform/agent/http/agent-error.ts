/** The platform's words for what a status means. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  413: 'invalid_request_error',
}

/** A failure that whoever asks is told about. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  get body(): { readonly error: { readonly message: string; readonly type: string } } {
    return { error: { message: this.message, type: types[this.status] ?? 'api_error' } }
  }
}
