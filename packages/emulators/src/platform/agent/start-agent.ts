import { WebSocketServer } from 'ws'
import type { DaemonAddress } from '../../daemon/daemon-address.js'
import { startDaemonServer } from '../../daemon/http/start-daemon-server.js'
import { agentRoutes } from './agent-routes.js'
import { AgentState } from './agent-state.js'
import { ExecSocket } from './exec/exec-socket.js'
import { handleRequest } from './http/request-handler.js'
import type { AgentSettings } from './settings.js'

/** An agent that listens. */
export interface Agent {
  /** As it was asked for, with the port that was chosen. */
  readonly listen: DaemonAddress
  /** Ends the commands that run, and all connections. */
  close(): Promise<void>
}

/** Commands are sent as one frame. */
const maxPayload = 64 * 1024 * 1024

function isExecPath(url: string | undefined): boolean {
  return url?.split('?', 1).join('') === '/exec'
}

/** Starts the agent of a sandbox in this process. */
export async function startAgent(settings: AgentSettings): Promise<Agent> {
  const state = new AgentState(settings)
  await state.place.prepare()
  // The gateway has looked at the protocols that the client offers; the first of them names the shell.
  const handleProtocols = (offered: Set<string>): string | false => [...offered][0] ?? false
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload, handleProtocols })
  sockets.on('connection', (socket) => void new ExecSocket(socket, state))
  const running = await startDaemonServer(
    settings.listen,
    (request, response) => void handleRequest(agentRoutes, { request, response, state }),
  )
  running.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (isExecPath(request.url)) {
      sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request))
    } else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  // So that the first command does not wait for them.
  void state.place.pipes.fill()
  return {
    listen: running.listen,
    close: () =>
      running.close(async () => {
        await state.close()
        for (const socket of sockets.clients) socket.terminate()
      }),
  }
}
