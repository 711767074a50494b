import type { IncomingMessage } from 'node:http'
import type { Resolution } from '../../http/front.js'
import { HttpFailure } from '../../http/http-failure.js'
import type { Reply } from '../../http/reply.js'
import { nameRoute, RouteTable } from '../../http/route-table.js'
import type { Cloud } from './cloud.js'
import { type ControlRoute, makeCall } from './control-route.js'
import { buildRoutes } from './routes/build-routes.js'
import { sandboxRoutes } from './routes/sandbox-routes.js'
import { snapshotRoutes } from './routes/snapshot-routes.js'
import { tagRoutes } from './routes/tag-routes.js'
import { templateRoutes } from './routes/template-routes.js'
import type { Team } from './teams/team.js'
import type { TeamList } from './teams/team-list.js'

const healthRoute: ControlRoute = {
  method: 'GET',
  path: '/health',
  kind: 'poll',
  access: 'none',
  handle: () => ({ status: 200, body: { status: 'ok' } }),
}

const routes = new RouteTable<ControlRoute>([
  healthRoute,
  ...sandboxRoutes,
  ...snapshotRoutes,
  ...tagRoutes,
  ...templateRoutes,
  ...buildRoutes,
])

const askForKey = 'please visit https://e2b.dev/docs/api-key for more information.'

/** Any key will do, unless the emulator was told which. */
function requireTeam(request: IncomingMessage, teams: TeamList): Team {
  const key = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '')
  if (typeof key !== 'string' || key === '') {
    throw new HttpFailure(401, `Missing API key: expected the header X-API-KEY, ${askForKey}`)
  }
  const team = teams.find(key)
  if (team === undefined) throw new HttpFailure(401, `Invalid API key, ${askForKey}`)
  return team
}

/** Finds the route of a request to the control plane. */
export function resolveControl(cloud: Cloud, request: IncomingMessage, url: URL): Resolution | undefined {
  const match = routes.find(request.method ?? 'GET', url.pathname)
  if (match === undefined) return undefined
  const { route, parameters } = match
  const sandboxId = route.path.includes('sandboxes/{id}') ? parameters['id']?.split('-')[0] : undefined
  return {
    route: nameRoute(route),
    kind: route.kind ?? 'call',
    sandboxId,
    handle: async (reply: Reply) => {
      const { teams } = cloud.settings
      const team = route.access === 'none' ? teams.first : requireTeam(request, teams)
      const call = makeCall({ cloud, request, team, query: url.searchParams, parameters })
      const { status, body, headers } = await route.handle(call)
      reply.send(status, body, headers)
    },
  }
}
