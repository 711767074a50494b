import type { IncomingMessage } from 'node:http'
import type { Resolution } from '../../http/front.js'
import type { Reply } from '../../http/reply.js'
import { tokenRoutes } from '../access/token-route.js'
import type { GCSCloud } from '../gcs-cloud.js'
import { checkUnsupported } from '../wire/check-unsupported.js'
import { selectFields } from '../wire/fields.js'
import { readResource } from '../wire/read-resource.js'
import { bucketRoutes } from './bucket-routes.js'
import { copyRoutes } from './copy-routes.js'
import type { Answer, GCSCall } from './gcs-route.js'
import { mediaRoutes, plainRoutes } from './media-routes.js'
import { objectRoutes } from './object-routes.js'
import { nameGCSRoute, RouteIndex } from './route-index.js'
import { uploadRoutes } from './upload-routes.js'

const routes = new RouteIndex([
  ...uploadRoutes,
  ...mediaRoutes,
  ...objectRoutes,
  ...copyRoutes,
  ...bucketRoutes,
  ...tokenRoutes,
])

const plain = new RouteIndex(plainRoutes)

/** First parts of paths that are no buckets. */
const services: ReadonlySet<string> = new Set(['storage', 'upload', 'download', 'batch', 'token', 'b', 'resumable'])

/** The address as the tables have it. The vendor's Node client leaves out `/storage/v1` when `STORAGE_EMULATOR_HOST` is set. */
function canonicalPath(pathname: string): string {
  return pathname === '/b' || pathname.startsWith('/b/') ? `/storage/v1${pathname}` : pathname
}

function find(method: string, url: URL): ReturnType<RouteIndex['find']> {
  const match = routes.find(method, canonicalPath(url.pathname), url.searchParams)
  const [, bucket = '', ...rest] = url.pathname.split('/')
  if (match !== undefined || services.has(bucket) || rest.length === 0) return match
  // Here the slashes of a name may be as they are.
  return plain.find(method, `/${bucket}/${rest.join('%2F')}`, url.searchParams)
}

/** The address by which the client has reached the emulator; what is answered leads back there. */
function originOf({ headers }: IncomingMessage, ownOrigin: string): string {
  const host = headers.host ?? ''
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `http://${host}` : ownOrigin
}

function send(reply: Reply, { status, body, headers }: Answer, query: URLSearchParams): void {
  reply.send(status, status < 400 ? selectFields(body, query.get('fields')) : body, headers)
}

/** Finds the route of a request. */
export function resolveGCS(
  cloud: GCSCloud,
  request: IncomingMessage,
  url: URL,
  ownOrigin: string,
): Resolution | undefined {
  const match = find(request.method ?? 'GET', url)
  if (match === undefined) return undefined
  const { route, parameters } = match
  const name = nameGCSRoute(route)
  const origin = originOf(request, ownOrigin)
  const origins = [origin, ownOrigin]
  return {
    route: name,
    kind: route.kind ?? 'call',
    handle: async (reply) => {
      const call: GCSCall = {
        cloud,
        request,
        reply,
        query: url.searchParams,
        route: name,
        origin,
        origins,
        caller: () => {
          checkUnsupported(request, url.searchParams)
          return cloud.gatekeeper.identify(request, origins)
        },
        parameter: (parameter) => parameters[parameter] ?? '',
        body: () => readResource(request),
      }
      const answer = await route.handle(call)
      if (answer !== undefined) send(reply, answer, url.searchParams)
    },
  }
}
