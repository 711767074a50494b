import type { IncomingMessage } from 'node:http'
import type { Resolution } from '../../http/front.js'
import { HttpFailure } from '../../http/http-failure.js'
import { readObject } from '../../http/read-body.js'
import { RouteTable } from '../../http/route-table.js'
import { hasKnownKey } from '../../http/known-key.js'
import type { Cloud } from './cloud.js'
import type { ControlRoute } from './control-route.js'
import { nameControlRoute, toPattern } from './route-name.js'
import { controlRoutes } from './routes/control-routes.js'
import type { Sandbox } from './sandboxes/sandbox.js'

interface TableRow {
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly name: string
  readonly route: ControlRoute
}

function rowOf(route: ControlRoute): TableRow {
  const prefix = route.place === 'root' ? '' : '/api'
  return { method: route.method, path: prefix + toPattern(route.path), name: nameControlRoute(route), route }
}

const table = new RouteTable<TableRow>(controlRoutes.map((route) => rowOf(route)))

function sandboxOf(cloud: Cloud, params: Readonly<Record<string, string>>): Sandbox | undefined {
  const { sandboxId } = params
  return sandboxId === undefined ? undefined : cloud.sandboxes.findAny(sandboxId)
}

/** Finds the route of a request to the control plane. */
export function resolveControl(cloud: Cloud, request: IncomingMessage, url: URL): Resolution | undefined {
  const match = table.find(request.method ?? 'GET', url.pathname)
  if (match === undefined) return undefined
  const { route: row, parameters: params } = match
  const sandbox = sandboxOf(cloud, params)
  return {
    route: row.name,
    kind: row.route.kindOf?.({ cloud, params }) ?? 'call',
    sandboxId: sandbox?.id ?? params['sandboxId'],
    handle: async (reply) => {
      if (row.route.access !== 'none' && !hasKnownKey(request, cloud.settings.apiKeys)) {
        throw new HttpFailure(401, 'Invalid credentials')
      }
      await row.route.handle({ cloud, request, reply, url, params, body: () => readObject(request) })
    },
  }
}
