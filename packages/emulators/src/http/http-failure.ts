import type { OutgoingHttpHeaders } from 'node:http'

interface FailureOptions extends ErrorOptions {
  readonly headers?: OutgoingHttpHeaders | undefined
}

/** An answer other than success. Its message is for the client, in the vendor's words. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly headers: OutgoingHttpHeaders

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message, options)
    this.status = status
    this.headers = options.headers ?? {}
  }
}
