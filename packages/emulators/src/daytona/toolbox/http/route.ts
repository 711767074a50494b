import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ToolboxState } from '../toolbox-state.js'

/** One request inside the machine and its answer, with what handlers need beside. */
export interface ToolboxExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Its path does not have the sandbox's id in front. */
  readonly url: URL
  /** The parts of the path that the route names, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly state: ToolboxState
}

/** What answers one path and method. */
export interface ToolboxRoute {
  readonly method: string
  /** Parts with a colon are parameters: `/process/session/:sessionId`. Of several that fit, the first row answers. */
  readonly path: string
  handle(exchange: ToolboxExchange): Promise<void> | void
}

/** A request for a WebSocket. */
export interface ToolboxUpgradeExchange extends Omit<ToolboxExchange, 'response'> {
  readonly socket: Duplex
  readonly head: Buffer
}

/** What takes over the connections of one path. A `ToolboxError` that is thrown before is answered as HTTP. */
export interface ToolboxUpgrade {
  readonly path: string
  accept(exchange: ToolboxUpgradeExchange): Promise<void> | void
}
