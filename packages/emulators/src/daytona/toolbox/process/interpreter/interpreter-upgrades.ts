import { once } from 'node:events'
import type { WebSocket } from 'ws'
import type { ToolboxUpgrade, ToolboxUpgradeExchange } from '../../http/route.js'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import { acceptWebSocket } from '../accept-web-socket.js'
import { fitReason } from '../../../../daemon/http/fit-reason.js'
import { processContext } from '../process-context.js'
import type { RunEnd } from './interpreter-context.js'
import type { InterpreterMessage } from './interpreter-message.js'
import { readRunMessage } from './read-run-message.js'

/** How a connection ends: with a code and, for people, why. */
interface Closure {
  readonly code: number
  readonly reason?: string
}

const closures: Readonly<Record<RunEnd, Closure>> = {
  completed: { code: 1000 },
  interrupted: { code: 1000 },
  exited: { code: 1011, reason: 'the interpreter has ended' },
  timedOut: { code: 4008, reason: 'execution timed out' },
}

/** Settles when the message is with the system, so that a client that does not read holds the program up. */
function send(socket: WebSocket, message: InterpreterMessage): Promise<void> {
  // A client that has gone takes nothing any more.
  return new Promise((resolve) => socket.send(JSON.stringify(message), { binary: false }, () => resolve()))
}

async function runMessage(state: ToolboxState, socket: WebSocket, text: string, signal: AbortSignal): Promise<Closure> {
  const { contextId, ...request } = readRunMessage(text)
  const { interpreters } = processContext(state)
  const context = await interpreters.find(contextId)
  if (context === undefined) throw new ToolboxError(404, `context ${contextId} not found`)
  const end = await context.run({ ...request, signal, sink: (message) => send(socket, message) })
  if (end === 'completed' || end === 'interrupted') await send(socket, { type: 'control', text: end })
  return closures[end]
}

async function firstMessage(socket: WebSocket, signal: AbortSignal): Promise<string | undefined> {
  try {
    const [data]: unknown[] = await once(socket, 'message', { signal })
    return String(data)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

async function execute(exchange: ToolboxUpgradeExchange): Promise<void> {
  const socket = await acceptWebSocket(exchange)
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  const text = await firstMessage(socket, gone.signal)
  if (text === undefined) return
  try {
    const { code, reason } = await runMessage(exchange.state, socket, text, gone.signal)
    socket.close(code, reason)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    socket.close(error instanceof ToolboxError ? 1008 : 1011, fitReason(reason))
  }
}

export const interpreterUpgrades: readonly ToolboxUpgrade[] = [
  { path: '/process/interpreter/execute', accept: execute },
]
