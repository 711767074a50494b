import type { OutgoingHttpHeaders } from 'node:http'

interface FailureOptions extends ErrorOptions {
  readonly headers?: OutgoingHttpHeaders | undefined
  /** The vendor's name for it, where the form of errors has one. */
  readonly code?: string | undefined
  /** More that the vendor says about it. */
  readonly details?: Readonly<Record<string, string>> | undefined
}

/** An answer other than success. Its message is for the client, in the vendor's words. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly code: string | undefined
  readonly details: Readonly<Record<string, string>>

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message, options)
    this.status = status
    this.headers = options.headers ?? {}
    this.code = options.code
    this.details = options.details ?? {}
  }
}
