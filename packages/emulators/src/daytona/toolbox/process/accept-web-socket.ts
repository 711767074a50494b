import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { ToolboxUpgradeExchange } from '../http/route.js'
import { ToolboxError } from '../http/toolbox-error.js'

/** More than any message of a client needs: programs are sent as one. */
const maxPayload = 64 * 1024 * 1024

type Connection = Pick<ToolboxUpgradeExchange, 'request' | 'socket' | 'head'>

/** Accepts a WebSocket. Rejects where it comes to none. `protocol` is the one of those offered that the answer names. */
export function acceptWebSocket({ request, socket, head }: Connection, protocol?: string): Promise<WebSocket> {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: () => protocol ?? false,
  })
  return new Promise((resolve, reject) => {
    // Nothing else tells that a request was no good or that the client has gone.
    socket.once('close', () => reject(new ToolboxError(400, 'bad request: no WebSocket was opened')))
    server.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate())
      resolve(accepted)
    })
  })
}
