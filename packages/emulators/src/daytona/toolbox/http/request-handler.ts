import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ToolboxState } from '../toolbox-state.js'
import type { ToolboxRoute, ToolboxUpgrade } from './route.js'
import { findRow } from './router.js'
import { refuseUpgrade, sendJson } from './send.js'
import { toToolboxError } from './to-toolbox-error.js'
import { errorBody, ToolboxError } from './toolbox-error.js'

export interface ToolboxTables {
  readonly routes: readonly ToolboxRoute[]
  readonly upgrades: readonly ToolboxUpgrade[]
}

function urlOf(request: IncomingMessage): URL {
  try {
    // The start of a path may be two slashes, which would otherwise be a host.
    return new URL(`http://toolbox${request.url ?? '/'}`)
  } catch (cause) {
    throw new ToolboxError(400, 'bad request: the address of the request is not valid', { cause })
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1).join('')
}

/** Tells a failure. One that comes after the first byte can only be told by ending the connection. */
function sendError(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  const error = toToolboxError(cause)
  sendJson(response, error.status, errorBody(error, request.method ?? '', pathOf(request)))
}

/** Sends each request to what answers it. */
export class RequestHandler {
  readonly #state: ToolboxState
  readonly #tables: ToolboxTables

  constructor(state: ToolboxState, tables: ToolboxTables) {
    this.#state = state
    this.#tables = tables
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => response.destroy())
    try {
      await this.#route(request, response)
    } catch (error) {
      sendError(request, response, error)
    } finally {
      // A body that was refused is read to its end, or the client would not read the answer.
      request.resume()
    }
  }

  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A client that goes away meanwhile must not end the daemon.
    socket.on('error', () => socket.destroy())
    try {
      const url = urlOf(request)
      const found = findRow(this.#tables.upgrades, url.pathname)
      if (found === undefined) throw new ToolboxError(404, `not found: no WebSocket at ${url.pathname}`)
      await found.row.accept({ request, socket, head, url, params: found.params, state: this.#state })
    } catch (cause) {
      const error = toToolboxError(cause)
      refuseUpgrade(socket, error.status, errorBody(error, request.method ?? '', pathOf(request)))
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request)
    const { method = 'GET' } = request
    const rows = this.#tables.routes.filter((route) => route.method === method)
    const found = findRow(rows, url.pathname)
    if (found === undefined) throw new ToolboxError(404, `not found: no route for ${method} ${url.pathname}`)
    await found.row.handle({ request, response, url, params: found.params, state: this.#state })
  }
}
