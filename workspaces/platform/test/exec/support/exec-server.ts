import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { ExecLease } from '../../../src/exec/exec-lease.js'
import { ExecSession } from './exec-session.js'

/** What happens to one connection, in the order in which they come. */
export interface ConnectionPlan {
  /** Before it is open: its socket is closed, or nothing is answered. */
  readonly handshake?: 'refuse' | 'stall'
  /** It is closed when so many bytes of output were sent, or before the end is told if there are fewer. */
  readonly cutAfter?: number
  /** It is closed as soon as the first frame was read. */
  readonly cutAtInit?: 'before' | 'after' | undefined
  /** Nothing of what the client sends is heeded any more after the first frame. */
  readonly isDeaf?: boolean
  /** Frames that are sent instead of running anything. */
  readonly says?: readonly (string | Buffer)[]
}

interface Frame {
  readonly type?: string
  readonly data?: { command?: string; durable_session_name?: string; signal?: string }
}

/** A server of exec sockets that runs commands on this host. */
export class ExecServer {
  /** Of the connections to come; those that have none are served as they should be. */
  readonly plans: ConnectionPlan[] = []
  /** The commands that were run. */
  readonly ran: string[] = []
  /** Each text frame that came. */
  readonly heard: Frame[] = []
  readonly protocols: string[] = []
  handshakes = 0
  features: readonly string[] = ['stdin']
  /** Whether it keeps commands for clients that were cut. */
  isDurable = true
  readonly #sessions = new Map<string, ExecSession>()
  readonly #all: ExecSession[] = []
  readonly #http: Server
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: (given) => [...given][0] ?? false })
  readonly #raw = new Set<Duplex>()

  private constructor(http: Server) {
    this.#http = http
    http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  static async start(): Promise<ExecServer> {
    const http = createServer()
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new ExecServer(http)
  }

  get url(): string {
    const { port } = this.#http.address() as AddressInfo
    return `ws://127.0.0.1:${port}/exec`
  }

  lease(more: Partial<ExecLease> = {}): ExecLease {
    return {
      provider: 'railway',
      sandboxId: 'sbx_1',
      providerResourceId: undefined,
      jwt: 'token',
      wsEndpoint: this.url,
      subprotocol: 'railway-shell',
      expiresAtMs: Date.now() + 3_600_000,
      features: this.features,
      ...more,
    }
  }

  forgetSessions(): void {
    this.#sessions.clear()
  }

  get openSockets(): number {
    return this.#sockets.clients.size
  }

  async close(): Promise<void> {
    for (const session of this.#all) session.signal('KILL')
    for (const socket of this.#raw) socket.destroy()
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#http.close()
    this.#http.closeAllConnections()
    await once(this.#http, 'close')
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const plan = this.plans.shift() ?? {}
    this.handshakes += 1
    this.protocols.push(request.headers['sec-websocket-protocol'] ?? '')
    socket.on('error', () => socket.destroy())
    this.#raw.add(socket)
    if (plan.handshake === 'refuse') socket.destroy()
    else if (plan.handshake === undefined)
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened, plan))
  }

  #serve(socket: WebSocket, plan: ConnectionPlan): void {
    let session: ExecSession | undefined
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        if (plan.isDeaf !== true) session?.write(data.subarray(1))
        return
      }
      const frame: Frame = JSON.parse(data.toString())
      this.heard.push(frame)
      if (frame.type === 'init_exec') session = this.#begin(socket, frame, plan)
      else if (plan.isDeaf === true) return
      else if (frame.type === 'signal') session?.signal(frame.data?.signal ?? '')
      else session?.closeInput()
    })
  }

  #begin(socket: WebSocket, { data = {} }: Frame, plan: ConnectionPlan): ExecSession | undefined {
    if (plan.cutAtInit === 'before') {
      socket.close(1011, 'cut')
      return undefined
    }
    if (plan.says) {
      for (const message of plan.says) socket.send(message)
      socket.close(1000)
      return undefined
    }
    const { durable_session_name: name = `s${this.#sessions.size}`, command = '', ...rest } = data
    const known = this.#sessions.get(name)
    const session = known ?? new ExecSession(name, { command, ...rest })
    if (!known) {
      this.ran.push(command)
      this.#all.push(session)
    }
    this.#sessions.set(name, session)
    if (this.isDurable) socket.send(JSON.stringify({ type: 'durable_session', data: { durable_session_name: name } }))
    if (plan.cutAtInit === 'after') socket.close(1011, 'cut')
    else this.#feed(socket, session, plan)
    return session
  }

  #feed(socket: WebSocket, session: ExecSession, { cutAfter = Infinity }: ConnectionPlan): void {
    let left = cutAfter
    session.onMore = () => {
      if (socket.readyState !== WebSocket.OPEN) return
      for (;;) {
        const piece = session.next(session.delivered, Math.min(left, 32 * 1024))
        if (piece === undefined || piece.bytes.length === 0) break
        session.delivered += piece.bytes.length
        left -= piece.bytes.length
        socket.send(Buffer.concat([Buffer.from([piece.stream]), piece.bytes]))
      }
      const isEnd = session.exit !== undefined && session.next(session.delivered, 1) === undefined
      if (left === 0 || (isEnd && cutAfter !== Infinity)) socket.close(1011, 'cut')
      else if (isEnd) {
        socket.send(JSON.stringify({ type: 'exit', data: session.exit }))
        socket.close(1000)
      }
    }
    session.onMore()
  }
}
