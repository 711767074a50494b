import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentState } from '../agent-state.js'

/** A request to the agent and its answer. */
export interface AgentExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly state: AgentState
}

/** What answers one path and method. */
export interface AgentRoute {
  readonly method: string
  readonly path: string
  /** An `AgentError` that is thrown before the answer has begun is told to whoever asks. */
  handle(exchange: AgentExchange): Promise<void> | void
}
