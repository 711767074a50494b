import type { ToolboxRoute, ToolboxUpgrade } from '../../http/route.js'
import { sendJson } from '../../http/send.js'
import { acceptWebSocket } from '../accept-web-socket.js'
import { followLog } from '../output/follow-log.js'
import { sendLogs } from '../sessions/send-logs.js'
import { entrypointCommand, entrypointSession } from './entrypoint-session.js'

const session = '/process/session/entrypoint'

/** The image's own program. */
export const entrypointRoutes: readonly ToolboxRoute[] = [
  {
    method: 'GET',
    path: session,
    handle: async ({ state, response }) => sendJson(response, 200, (await entrypointSession(state)).view()),
  },
  {
    method: 'GET',
    path: `${session}/logs`,
    handle: async (exchange) => sendLogs(exchange, (await entrypointCommand(exchange.state)).log),
  },
]

export const entrypointUpgrades: readonly ToolboxUpgrade[] = [
  {
    path: `${session}/logs`,
    accept: async (exchange) => {
      const { log } = await entrypointCommand(exchange.state)
      await followLog(await acceptWebSocket(exchange), log)
    },
  },
]
