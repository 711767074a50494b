import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { isKnownKey } from '../../../http/known-key.js'
import type { EventHub } from './event-hub.js'

const pingIntervalMs = 25_000
const pingTimeoutMs = 20_000
const mostBytes = 1_000_000

/** Frames of Engine.IO 4, and of Socket.IO inside of them. */
const frame = {
  open: '0',
  ping: '2',
  pong: '3',
  connect: '40',
  disconnect: '41',
  event: '42',
  refuse: '44',
} as const

interface EventSocketContext {
  readonly hub: EventHub
  readonly apiKeys: readonly string[]
}

function tokenOf(packet: string): string | undefined {
  try {
    const value: unknown = JSON.parse(packet.slice(frame.connect.length))
    return typeof value === 'object' && value !== null && 'token' in value ? String(value.token) : undefined
  } catch {
    return undefined
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

/** One client: its key comes in its first packet, and events after that was found right. */
class EventConnection {
  readonly #socket: WebSocket
  readonly #context: EventSocketContext
  readonly #pings: NodeJS.Timeout
  #unsubscribe: (() => void) | undefined
  #silence: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, context: EventSocketContext) {
    this.#socket = socket
    this.#context = context
    this.#pings = setInterval(() => this.#ping(), pingIntervalMs)
    this.#pings.unref()
    socket.on('message', (data) => this.#receive(textOf(data)))
    socket.on('close', () => this.#end())
    // What breaks is closed.
    socket.on('error', () => socket.terminate())
    const handshake = { sid: randomUUID(), upgrades: [], pingInterval: pingIntervalMs, pingTimeout: pingTimeoutMs }
    this.#send(frame.open + JSON.stringify({ ...handshake, maxPayload: mostBytes }))
  }

  #receive(packet: string): void {
    if (packet.startsWith(frame.connect)) return this.#connect(tokenOf(packet))
    if (packet === frame.pong) return clearTimeout(this.#silence)
    if (packet === frame.ping) return this.#send(frame.pong)
    if (packet.startsWith(frame.disconnect)) this.#socket.close()
  }

  #connect(token: string | undefined): void {
    const { hub, apiKeys } = this.#context
    if (!isKnownKey(token, apiKeys)) return this.#send(`${frame.refuse}{"message":"Unauthorized"}`)
    this.#unsubscribe ??= hub.subscribe((text) => this.#send(frame.event + text))
    this.#send(`${frame.connect}{"sid":"${randomUUID()}"}`)
  }

  #ping(): void {
    this.#send(frame.ping)
    this.#silence = setTimeout(() => this.#socket.terminate(), pingTimeoutMs)
    this.#silence.unref()
  }

  #send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  #end(): void {
    clearInterval(this.#pings)
    clearTimeout(this.#silence)
    this.#unsubscribe?.()
  }
}

/** Takes connections of clients that listen to events. */
export class EventSocket {
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: mostBytes })
  readonly #context: EventSocketContext

  constructor(context: EventSocketContext) {
    this.#context = context
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => void new EventConnection(client, this.#context))
  }

  /** Ends all connections. */
  close(): void {
    for (const client of this.#server.clients) client.terminate()
    this.#server.close()
  }
}
