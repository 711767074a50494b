import type { IncomingMessage, ServerResponse } from 'node:http'
import { EnvdError } from '../envd-error.js'
import type { MetadataStore } from '../metadata/metadata-store.js'
import type { RpcHandler } from '../rpc/rpc-handler.js'
import type { SandboxState } from '../sandbox-state.js'
import { toEnvdError } from '../system-error.js'
import { hasAccess } from './access-token.js'
import type { Exchange } from './exchange.js'
import type { Route } from './routes.js'
import { createRoutes } from './routes.js'
import { sendError } from './send.js'

const servicePath = /^\/(?:process\.Process|filesystem\.Filesystem)\//
const unauthorized = 'unauthorized access, please provide a valid access token or method signing if supported'

function urlOf(request: IncomingMessage): URL {
  try {
    // The start of a path may be two slashes, which would otherwise be a host.
    return new URL(`http://envd${request.url ?? '/'}`)
  } catch (cause) {
    throw new EnvdError('invalidArgument', 'the address of the request is not valid', { cause })
  }
}

/** Sends each request to what answers it. */
export class RequestHandler {
  readonly #state: SandboxState
  readonly #metadata: MetadataStore
  readonly #loadRpc: () => Promise<RpcHandler>
  readonly #routes: readonly Route[] = createRoutes()

  constructor(state: SandboxState, metadata: MetadataStore, loadRpc: () => Promise<RpcHandler>) {
    this.#state = state
    this.#metadata = metadata
    this.#loadRpc = loadRpc
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => response.destroy())
    try {
      await this.#dispatch(request, response)
    } catch (error) {
      sendError(response, toEnvdError(error))
    }
  }

  async #dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request)
    if (servicePath.test(url.pathname)) {
      this.#requireToken(request)
      const rpc = await this.#loadRpc()
      await rpc.handle(request, response, url.pathname)
      return
    }
    try {
      await this.#route({ request, response, url, state: this.#state, metadata: this.#metadata })
    } finally {
      // A body that was refused is read to its end, or the client would not read the answer.
      request.resume()
    }
  }

  async #route(exchange: Exchange): Promise<void> {
    const { request, url } = exchange
    const atPath = this.#routes.filter(({ path }) => path === url.pathname)
    if (atPath.length === 0) throw new EnvdError('notFound', `no route for ${request.method} ${url.pathname}`)
    const route = atPath.find(({ method }) => method === request.method)
    if (route === undefined)
      throw new EnvdError('methodNotAllowed', `${url.pathname} does not answer ${request.method}`)
    if (route.access === 'token') this.#requireToken(request)
    await route.handle(exchange)
  }

  #requireToken(request: IncomingMessage): void {
    if (!hasAccess(request, this.#state.accessToken)) throw new EnvdError('unauthenticated', unauthorized)
  }
}
