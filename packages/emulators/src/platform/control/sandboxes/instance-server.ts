import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forwardWhole } from '../../../gateway/forward.js'
import { bodyHeaders, passedHeaders } from '../../../gateway/pass-headers.js'
import { Front, type Resolution } from '../../../http/front.js'
import type { FaultPlan } from '../../../http/fault-plan.js'
import { HttpFailure } from '../../../http/http-failure.js'
import type { RequestJournal } from '../../../http/journal.js'
import { startListener } from '../../../http/listener.js'
import type { Reply } from '../../../http/reply.js'
import { platformFailure } from '../failure-body.js'

/** What side-cars share with the rest of the emulator. */
export interface InstanceParts {
  readonly journal: RequestJournal
  readonly faults: FaultPlan
  readonly latencyMs: number
}

export interface InstanceOptions extends InstanceParts {
  readonly sandboxId: string
  readonly token: string
  /** Where the agent listens; `undefined` while it does not. */
  readonly socketPath: () => string | undefined
  /** A call begins, which `cut` ends; what is returned is called at its end. */
  readonly onCall: (cut: () => void) => () => void
}

/** Where one sandbox runs commands for others of its network: a port of its own. */
export interface InstanceServer {
  readonly url: string
  /** The bearer token that it asks for. */
  readonly token: string
  close(): Promise<void>
}

export function newInstanceToken(): string {
  return `inst_${randomBytes(24).toString('base64url')}`
}

const routes: ReadonlyMap<string, Pick<Resolution, 'kind' | 'route'>> = new Map([
  ['GET /health', { route: 'GET /instance/health', kind: 'poll' }],
  ['POST /exec', { route: 'POST /instance/exec', kind: 'call' }],
])

async function pass(request: IncomingMessage, reply: Reply, path: string, options: InstanceOptions): Promise<void> {
  const socketPath = options.socketPath()
  if (socketPath === undefined) throw new HttpFailure(503, 'The sandbox does not run')
  const cut = (): void => reply.drop()
  const end = options.onCall(cut)
  try {
    const headers = [...passedHeaders(request), ...bodyHeaders(request)]
    const inner = { socketPath, agent: false, method: request.method, path: `/instance${path}`, headers } as const
    const answer = await forwardWhole(request, inner)
    reply.onceClosed(() => void answer.destroy())
    // Errors here mean that one of the two ends has gone: the other is told by the same.
    await pipeline(answer, reply.stream(answer.statusCode ?? 502, passedHeaders(answer))).catch(cut)
  } finally {
    end()
  }
}

/** Starts the side-car of a sandbox: it passes requests on to the agent. */
export async function startInstanceServer(options: InstanceOptions): Promise<InstanceServer> {
  const { journal, faults, latencyMs, sandboxId, token } = options
  const front = new Front({
    journal,
    faults,
    latencyMs,
    form: platformFailure,
    resolve: (request, url) => {
      const row = routes.get(`${request.method} ${url.pathname}`)
      return row && { ...row, sandboxId, handle: (reply) => pass(request, reply, url.pathname, options) }
    },
  })
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (_request, socket) => void socket.destroy(),
  })
  return { url: `http://127.0.0.1:${listener.port}`, token, close: () => listener.close() }
}
