import { WebSocket } from 'ws'
import type { Sandbox } from '../control/sandboxes/sandbox.js'

/** As many bytes as a command may have. */
const maxPayload = 64 * 1024 * 1024

/** An agent is always there, but stands still while a large disk is copied. */
const handshakeTimeout = 60_000

/** Opens a socket to the agent of a sandbox, which says nothing before it is spoken to. Rejects where nobody answers. */
export async function connectAgent({ machine, closing }: Sandbox, subprotocol: string): Promise<WebSocket> {
  // What a socket of before has delivered is known once it is closed.
  await Promise.all(closing)
  const options = { perMessageDeflate: false, maxPayload, handshakeTimeout }
  const agent = new WebSocket(`ws+unix:${machine.socketPath}:/exec`, subprotocol, options)
  return new Promise((resolve, reject) => {
    agent.once('error', reject)
    agent.once('open', () => {
      agent.off('error', reject)
      resolve(agent)
    })
  })
}
