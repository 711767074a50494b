import type { ToolboxUpgrade } from '../../http/route.js'
import { acceptWebSocket } from '../accept-web-socket.js'
import { followLog } from '../output/follow-log.js'
import { processContext } from '../process-context.js'

/** The logs of commands as they grow. */
export const sessionUpgrades: readonly ToolboxUpgrade[] = [
  {
    path: '/process/session/:sessionId/command/:commandId/logs',
    accept: async (exchange) => {
      const { sessions } = processContext(exchange.state)
      const session = await sessions.get(exchange.params['sessionId'] ?? '')
      const { log } = session.command(exchange.params['commandId'] ?? '')
      await followLog(await acceptWebSocket(exchange), log)
    },
  },
]
