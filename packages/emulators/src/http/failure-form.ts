import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** What went wrong with a request, before it is written in a vendor's form. */
export interface Failure {
  readonly status: number
  readonly message: string
  /** The vendor's name for it. Absent for failures that were ordered, and for those of the emulator itself. */
  readonly code?: string | undefined
  readonly details: Readonly<Record<string, string>>
}

/** A body as `Reply.send` takes it: a string as it is, anything else as JSON. */
export interface FormedFailure {
  readonly body: unknown
  readonly headers?: OutgoingHttpHeaders | undefined
}

/** How a vendor writes an error. */
export type FailureForm = (failure: Failure, request: IncomingMessage) => FormedFailure

/** An object with a number and a text. */
export const plainFailure: FailureForm = ({ status, message }) => ({ body: { code: status, message } })
