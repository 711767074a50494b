import type { ToolboxUpgrade, ToolboxUpgradeExchange } from '../http/route.js'
import { acceptWebSocket } from '../process/accept-web-socket.js'
import { readProtocols } from './pty-protocols.js'
import { ptyTable } from './pty-table.js'
import { readPtyQuery } from './read-pty-request.js'
import { TerminalClient } from './terminal-client.js'

async function createAndConnect(exchange: ToolboxUpgradeExchange): Promise<void> {
  const { chosen, wantsExit, envs } = readProtocols(exchange.request)
  const session = ptyTable(exchange.state).create(exchange.state, readPtyQuery(exchange.url.searchParams, envs))
  try {
    await session.attach(await acceptWebSocket(exchange, chosen), wantsExit)
  } catch (error) {
    await session.kill()
    throw error
  }
}

/** An id that nobody has is told on the connection, not by refusing it. */
async function connect(exchange: ToolboxUpgradeExchange): Promise<void> {
  const { chosen, wantsExit } = readProtocols(exchange.request)
  const session = ptyTable(exchange.state).find(exchange.params['sessionId'] ?? '')
  const socket = await acceptWebSocket(exchange, chosen)
  if (session === undefined) new TerminalClient(socket, false, () => undefined).refuse('PTY session not found')
  else await session.attach(socket, wantsExit)
}

export const ptyUpgrades: readonly ToolboxUpgrade[] = [
  { path: '/process/pty/create-connect', accept: createAndConnect },
  { path: '/process/pty/:sessionId/connect', accept: connect },
]
