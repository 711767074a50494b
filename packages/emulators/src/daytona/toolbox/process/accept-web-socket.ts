import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { ToolboxUpgradeExchange } from '../http/route.js'

/** More than any message of a client needs: programs are sent as one. */
const maxPayload = 64 * 1024 * 1024

type Connection = Pick<ToolboxUpgradeExchange, 'request' | 'socket' | 'head'>

/** Accepts a WebSocket; `protocol` is the one of those offered that the answer names. */
export function acceptWebSocket({ request, socket, head }: Connection, protocol?: string): Promise<WebSocket> {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: () => protocol ?? false,
  })
  return new Promise((resolve) => {
    server.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate())
      resolve(accepted)
    })
  })
}
