import type { IncomingMessage } from 'node:http'
import type { RequestKind } from '../../http/journal-entry.js'
import type { Reply } from '../../http/reply.js'
import type { Cloud } from './cloud.js'
import type { ProjectPlace } from './project-place.js'

/** A request to the control plane. Failures are thrown as `HttpFailure`; the front writes them in the platform's form. */
export interface ControlExchange {
  readonly cloud: Cloud
  readonly request: IncomingMessage
  /** The one way to answer: `reply.send(200, value)`, or `reply.stream(200, headers)` for a body that is written piece by piece. */
  readonly reply: Reply
  readonly url: URL
  readonly place: ProjectPlace
  /** By the names of the path, decoded, and `projectId`; `*` is what stands for the rest of the path, not decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The body, a JSON object; empty where the client sent none. */
  body(): Promise<Record<string, unknown>>
}

/** A row of the table of routes. */
export interface ControlRoute {
  readonly method: string
  /**
   * Below the prefix of a project. `:name` is one part; a last part `*` is all that remains. The journal shows names that end in `Id` as
   * `{id}`, others by name, and no prefix: `POST /sandbox/{id}/exec-lease`.
   */
  readonly path: string
  /** What the journal takes such a request for. Default: a call. */
  kindOf?(): RequestKind
  handle(exchange: ControlExchange): Promise<void> | void
}
