import type { IncomingMessage } from 'node:http'
import type { Resolution } from '../../http/front.js'

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

const paths: ReadonlySet<string> = new Set(['/health', '/metrics', '/envs', '/files', '/files/compose'])

const methods: readonly RegExp[] = [
  /^\/process\.Process\/(Start|Connect|List|SendInput|StreamInput|SendSignal|CloseStdin|Update)$/,
  /^\/filesystem\.Filesystem\/(Stat|MakeDir|Move|ListDir|Remove|WatchDir|CreateWatcher|GetWatcherEvents|RemoveWatcher)$/,
]

/** The daemon's paths have no parameters: method and path name the route. */
export function describeEnvdRoute(request: IncomingMessage, url: URL): Pick<Resolution, 'route' | 'kind' | 'isKnown'> {
  const route = `${request.method} ${url.pathname}`
  const isKnown = paths.has(url.pathname) || methods.some((pattern) => pattern.test(url.pathname))
  return { route, kind: polled.has(route) ? 'poll' : 'call', isKnown }
}
