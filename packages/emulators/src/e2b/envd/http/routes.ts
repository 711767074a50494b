import { MetricsReader } from '../../../daemon/machine-metrics.js'
import { download } from '../files/download.js'
import { upload } from '../files/upload.js'
import type { Exchange } from './exchange.js'
import { initialize } from './initialize.js'
import { sendMetrics } from './metrics.js'
import { sendJson, sendNothing } from './send.js'

/** What answers one path and method. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Open routes do not ask for the token before the handler does. */
  readonly access: 'token' | 'open'
  readonly handle: (exchange: Exchange) => void | Promise<void>
}

/** All there is beside the RPC services, whose paths are those of their methods. */
export function createRoutes(): readonly Route[] {
  const metrics = new MetricsReader()
  return [
    { method: 'GET', path: '/health', access: 'open', handle: ({ response }) => sendNothing(response) },
    { method: 'POST', path: '/init', access: 'open', handle: initialize },
    { method: 'GET', path: '/metrics', access: 'token', handle: (exchange) => sendMetrics(exchange, metrics) },
    {
      method: 'GET',
      path: '/envs',
      access: 'token',
      handle: ({ response, state }) => sendJson(response, 200, state.envVars),
    },
    { method: 'GET', path: '/files', access: 'open', handle: download },
    { method: 'POST', path: '/files', access: 'open', handle: upload },
  ]
}
