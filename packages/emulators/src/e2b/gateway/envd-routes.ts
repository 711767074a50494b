import type { IncomingMessage } from 'node:http'
import type { RequestKind } from '../../http/journal-entry.js'

/** The daemon's routes that are only for the computer around the sandbox. */
const reserved: ReadonlySet<string> = new Set([
  '/init',
  '/freeze',
  '/unfreeze',
  '/fsfreeze',
  '/fsthaw',
  '/collapse',
  '/upgrade',
])

export function isReservedRoute(url: URL): boolean {
  return reserved.has(url.pathname)
}

/** Clients ask these again and again until something changes. */
const polled: ReadonlySet<string> = new Set(['GET /health', 'GET /metrics'])

/** The daemon's paths have no parameters: method and path name the route. */
export function describeEnvdRoute(request: IncomingMessage, url: URL): { route: string; kind: RequestKind } {
  const route = `${request.method} ${url.pathname}`
  return { route, kind: polled.has(route) ? 'poll' : 'call' }
}
