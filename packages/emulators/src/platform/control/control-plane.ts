import type { IncomingMessage } from 'node:http'
import { hasKnownKey } from '../../http/known-key.js'
import type { Resolution } from '../../http/front.js'
import { HttpFailure } from '../../http/http-failure.js'
import { readObject } from '../../http/read-body.js'
import { RouteTable } from '../../http/route-table.js'
import { resolveE2B } from './backends/e2b-data-plane.js'
import type { Cloud } from './cloud.js'
import type { ControlRoute } from './control-route.js'
import { readProjectPlace } from './project-place.js'
import { controlRoutes } from './routes/control-routes.js'

interface TableRow {
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly name: string
  readonly route: ControlRoute
}

function rowOf(route: ControlRoute): TableRow {
  const { method } = route
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
  return { method, path, name: `${method} ${path.replaceAll(/\{\w*Id\}/g, '{id}')}`, route }
}

const table = new RouteTable<TableRow>(controlRoutes.map((route) => rowOf(route)))

function requireToken(request: IncomingMessage, known: readonly string[]): void {
  if (hasKnownKey(request, known)) return
  throw new HttpFailure(401, 'The access token is missing or not valid', { code: 'authentication_error' })
}

/** Finds the route of a request to the control plane, below whichever prefix, or to a sandbox that is kept at E2B. */
export function resolveControl(cloud: Cloud, request: IncomingMessage, url: URL): Resolution | undefined {
  const place = readProjectPlace(url.pathname)
  if (place === undefined) return resolveE2B(cloud, request, url)
  const match = table.find(request.method ?? 'GET', place.rest)
  if (match === undefined) return undefined
  const { route: row, parameters } = match
  const params = { ...parameters, projectId: place.projectId }
  return {
    route: row.name,
    kind: row.route.kindOf?.() ?? 'call',
    sandboxId: parameters['sandboxId'],
    handle: async (reply) => {
      requireToken(request, cloud.settings.accessTokens)
      await row.route.handle({ cloud, request, reply, url, place, params, body: () => readObject(request) })
    },
  }
}
