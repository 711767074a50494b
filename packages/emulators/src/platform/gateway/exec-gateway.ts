import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { refuseUpgrade } from '../../gateway/join-upgrade.js'
import { describeFault, type FaultEffect } from '../../http/fault.js'
import type { FaultPlan } from '../../http/fault-plan.js'
import { parseAddress } from '../../http/front.js'
import type { OpenEntry, RequestJournal } from '../../http/journal.js'
import type { Cloud } from '../control/cloud.js'
import { platformError } from '../control/failure-body.js'
import { execSubprotocol } from '../control/routes/exec-routes.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { isExecPath, type Refusal, refusalOf, sandboxOfPath } from './admit.js'
import { applyBeforeOpen } from './before-open.js'
import { connectAgent } from './connect-agent.js'
import { ExecLink } from './exec-link.js'

export interface ExecGatewayParts {
  readonly cloud: Cloud
  readonly journal: RequestJournal
  readonly faults: FaultPlan
  readonly latencyMs: number
}

interface Handshake {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly entry: OpenEntry
  readonly effect: FaultEffect
}

const unreachable: Refusal = { status: 503, message: 'The sandbox does not answer' }

function refuse({ socket, entry }: Handshake, { status, message }: Refusal): void {
  entry.status = status
  refuseUpgrade(socket, status, platformError(status, message))
}

/** Opens exec sockets: for those who show a lease, and to the agent of their sandbox. */
export class ExecGateway {
  readonly #parts: ExecGatewayParts
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024 * 1024,
    handleProtocols: () => execSubprotocol,
  })

  constructor(parts: ExecGatewayParts) {
    this.#parts = parts
  }

  async handle(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const { cloud, latencyMs } = this.#parts
    const url = parseAddress(request) ?? new URL('http://emulator/')
    const handshake = this.#record(request, url, socket, head)
    const { entry, effect } = handshake
    if (await applyBeforeOpen(effect, latencyMs, socket)) {
      if (effect.status !== undefined) entry.status = effect.status
      return
    }
    if (!isExecPath(url.pathname)) {
      refuse(handshake, { status: 404, message: `The emulator knows no socket ${url.pathname}` })
      return
    }
    const sandbox = sandboxOfPath(cloud, url.pathname)
    const refusal = refusalOf(cloud, request, sandbox)
    if (refusal !== undefined || sandbox === undefined) refuse(handshake, refusal ?? unreachable)
    else await this.#open(handshake, sandbox)
  }

  /** Writes the handshake into the journal, and says what was ordered for it. */
  #record(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer): Handshake {
    const { cloud, journal, faults } = this.#parts
    const entry = journal.open(request, url)
    socket.once('close', () => {
      if (entry.outcome === 'open') entry.outcome = entry.status === undefined ? 'cut' : 'answered'
      journal.close(entry)
    })
    if (isExecPath(url.pathname)) {
      journal.route(entry, { route: 'WS /exec', kind: 'call', sandboxId: sandboxOfPath(cloud, url.pathname)?.id })
    }
    const effect = faults.take(entry.route, entry.sandboxId) ?? {}
    if (describeFault(effect) !== '') entry.fault = describeFault(effect)
    return { request, socket, head, entry, effect }
  }

  async #open(handshake: Handshake, sandbox: Sandbox): Promise<void> {
    const { request, socket, head, entry, effect } = handshake
    const agent = await connectAgent(sandbox, execSubprotocol).catch(() => undefined)
    if (agent === undefined) return refuse(handshake, unreachable)
    if (socket.destroyed || sandbox.destroyedAt !== undefined) {
      agent.terminate()
      return refuse(handshake, { status: 410, message: 'The sandbox was destroyed' })
    }
    entry.status = 101
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.#join(sandbox, { client, socket, agent, effect })
    })
    // Where the handshake itself was not one, nobody speaks to the agent.
    if (socket.destroyed || socket.writableEnded) agent.terminate()
  }

  #join(sandbox: Sandbox, parts: { client: WebSocket; socket: Duplex; agent: WebSocket; effect: FaultEffect }): void {
    const link = new ExecLink(parts)
    const end = this.#parts.cloud.lifecycle.begin(sandbox, () => link.destroyed())
    parts.client.once('close', () => {
      sandbox.closing.add(link.closed)
      void link.closed.then(() => sandbox.closing.delete(link.closed))
      end()
    })
  }
}
