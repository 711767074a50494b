import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AgentState } from '../agent-state.js'
import { AgentError } from './agent-error.js'
import type { AgentRoute } from './agent-route.js'
import { sendJson } from './send-json.js'

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1).join('')
}

/** A failure after the first byte can only be told by ending the connection. */
function sendError(response: ServerResponse, cause: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const message = cause instanceof Error ? cause.message : String(cause)
  const error = cause instanceof AgentError ? cause : new AgentError(500, message, { cause })
  sendJson(response, error.status, error.body)
}

/** Sends each request to the route that answers it. */
export async function handleRequest(
  routes: readonly AgentRoute[],
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly state: AgentState },
): Promise<void> {
  const { request, response } = exchange
  request.on('error', () => response.destroy())
  response.on('error', () => response.destroy())
  const path = pathOf(request)
  try {
    const route = routes.find((row) => row.method === request.method && row.path === path)
    if (route === undefined) throw new AgentError(404, `the agent has no route ${request.method} ${path}`)
    await route.handle(exchange)
  } catch (error) {
    sendError(response, error)
  } finally {
    // A body that was refused is read to its end, or whoever asks would not read the answer.
    request.resume()
  }
}
