import type { IncomingMessage } from 'node:http'
import { FaultPlan } from '../../src/http/fault-plan.js'
import { Front } from '../../src/http/front.js'
import { RequestJournal } from '../../src/http/journal.js'
import { startListener } from '../../src/http/listener.js'
import { readObject } from '../../src/http/read-body.js'
import type { Reply } from '../../src/http/reply.js'
import { RouteTable } from '../../src/http/route-table.js'

/** What a route of a part is handed. */
interface Exchange<Cloud> {
  readonly cloud: Cloud
  readonly request: IncomingMessage
  readonly reply: Reply
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  body(): Promise<Record<string, unknown>>
}

interface Route<Cloud> {
  readonly method: string
  readonly path: string
  handle(exchange: Exchange<Cloud>): Promise<void> | void
}

export interface ServedRoutes {
  readonly url: string
  readonly journal: RequestJournal
  close(): Promise<void>
}

/** Serves the routes of one part below the prefix of a project, without all the others. */
export async function serveRoutes<Cloud>(cloud: Cloud, routes: readonly Route<Cloud>[]): Promise<ServedRoutes> {
  const rows = routes.map((route) => {
    const path = `/v1/projects/{projectId}${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    return { method: route.method, path, route }
  })
  const table = new RouteTable(rows)
  const journal = new RequestJournal()
  const front = new Front({
    journal,
    faults: new FaultPlan(),
    latencyMs: 0,
    form: ({ message, code }) => ({ body: { error: { message, type: code } } }),
    resolve: (request, url) => {
      const match = table.find(request.method ?? 'GET', url.pathname)
      if (match === undefined) return undefined
      const { route, parameters: params } = match
      return {
        route: `${route.method} ${route.path}`,
        kind: 'call',
        handle: (reply) => route.route.handle({ cloud, request, reply, url, params, body: () => readObject(request) }),
      }
    },
  })
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (_request, socket) => void socket.destroy(),
  })
  return { url: `http://127.0.0.1:${listener.port}/v1/projects/p1`, journal, close: () => listener.close() }
}
