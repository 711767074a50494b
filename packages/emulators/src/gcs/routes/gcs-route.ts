import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Reply } from '../../http/reply.js'
import type { RoutePattern } from '../../http/route-table.js'
import type { Caller } from '../access/caller.js'
import type { GCSCloud } from '../gcs-cloud.js'

/** A request to the API. */
export interface GCSCall {
  readonly cloud: GCSCloud
  readonly request: IncomingMessage
  readonly reply: Reply
  readonly query: URLSearchParams
  /** The route's name in the journal. */
  readonly route: string
  /** The address of the emulator as the client knows it. */
  readonly origin: string
  /** All addresses of the emulator that are known. */
  readonly origins: readonly string[]
  /** Who asks. Throws 401 for a token that is not known, and 400 or 501 for a call that asks for more than is done here. */
  caller(): Caller
  /** A parameter of the path, such as `{bucket}`. Empty where the route has none of this name. */
  parameter(name: string): string
  /** The body, a JSON object. */
  body(): Promise<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  /** Absent: no body. */
  readonly body?: unknown
  readonly headers?: OutgoingHttpHeaders | undefined
}

/** A row of the table of routes. */
export interface GCSRoute extends RoutePattern {
  /** The row is only for requests with this in their query: `alt=media`, or a bare name that must be there. */
  readonly query?: string | undefined
  /** Resolves with `undefined` where it has answered by itself. */
  handle(call: GCSCall): Promise<Answer | undefined> | Answer
}
