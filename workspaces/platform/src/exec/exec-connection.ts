import { delay, startTimer } from '@caisson/core/driver'
import {
  closeInputFrame,
  initFrame,
  inputFrames,
  readFrame,
  signalFrame,
  type ExecFrame,
  type InitData,
} from './exec-frames.js'
import type { ExecLease } from './exec-lease.js'
import type { ExecSocket, ExecSocketEvent, WebSocketFactory } from './web-socket.js'

/** So much may wait in the host's memory before a writer waits. */
const mostBufferedBytes = 1024 * 1024
const lookAgainMs = 10
/** States of a socket, and closing, as the standard has them. */
const openingState = 0
const openState = 1
const normalClosure = 1000

/** A socket that was closed, or never opened. */
export interface SocketClose {
  readonly closeCode?: number | undefined
  readonly closeReason?: string | undefined
}

/** No socket could be opened: nothing was sent. */
export class HandshakeFailure extends Error implements SocketClose {
  override name: string = 'HandshakeFailure'
  readonly closeCode: number | undefined
  readonly closeReason: string

  constructor({ closeCode, closeReason = '' }: SocketClose, options?: ErrorOptions) {
    super(`a socket could not be opened: ${closeReason}`, options)
    this.closeCode = closeCode
    this.closeReason = closeReason
  }
}

/** What is told of an open socket, in order. */
export interface ConnectionEvents {
  frame(frame: ExecFrame): void
  /** At most once, and never after `close()`. */
  closed(close: SocketClose): void
}

/** How a socket is opened. */
export interface ConnectionRequest {
  readonly open: WebSocketFactory
  readonly lease: ExecLease
  /** A socket that is not open after so long is given up. */
  readonly handshakeMs: number
  readonly init: InitData
  /** Whether input follows; else it is at its end. */
  readonly hasInput: boolean
  readonly signal?: AbortSignal | undefined
}

/** An open socket of one command, over which it was sent. */
export class ExecConnection {
  readonly #socket: ExecSocket
  #isOpen = true

  private constructor(socket: ExecSocket, events: ConnectionEvents) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const frame = this.#isOpen ? readFrame(data) : undefined
      if (frame) events.frame(frame)
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (!this.#isOpen) return
      this.#isOpen = false
      events.closed({ closeCode: code, closeReason: reason })
    })
  }

  /** Opens a socket and sends the command. Rejects with `HandshakeFailure`, or the signal's reason, when it was not sent. */
  static async open(request: ConnectionRequest, events: ConnectionEvents): Promise<ExecConnection> {
    const socket = await openSocket(request)
    const connection = new ExecConnection(socket, events)
    socket.send(initFrame(request.init))
    if (!request.hasInput) socket.send(closeInputFrame)
    return connection
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  signal(name: 'TERM' | 'KILL'): void {
    this.#socket.send(signalFrame(name))
  }

  async write(data: Uint8Array): Promise<void> {
    for (const frame of inputFrames(data)) {
      if (!this.#isOpen) return
      this.#socket.send(frame)
      while (this.#isOpen && this.#socket.bufferedAmount > mostBufferedBytes) await delay(lookAgainMs)
    }
  }

  closeInput(): void {
    this.#socket.send(closeInputFrame)
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#socket.close(normalClosure)
  }
}

async function openSocket({ open, lease, handshakeMs, signal }: ConnectionRequest): Promise<ExecSocket> {
  signal?.throwIfAborted()
  const { wsEndpoint, subprotocol, jwt } = lease
  const socket = await makeSocket(open, wsEndpoint, [subprotocol, jwt])
  if (signal?.aborted) {
    socket.addEventListener('error', () => undefined)
    socket.close()
    throw signal.reason
  }
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      timer.cancel()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const giveUp = (reason: unknown): void => {
      settle(() => reject(reason))
      socket.close()
    }
    const abort = (): void => giveUp(signal?.reason)
    const late = new HandshakeFailure({ closeReason: `not open after ${handshakeMs} ms` })
    const timer = startTimer(handshakeMs, () => giveUp(late))
    signal?.addEventListener('abort', abort, { once: true })
    socket.addEventListener('open', () => settle(() => resolve(socket)), { once: true })
    // A close follows; without a listener it would be an error of the host.
    socket.addEventListener('error', () => undefined)
    const closed = ({ code, reason }: Omit<ExecSocketEvent, 'type'>): void =>
      settle(() => reject(new HandshakeFailure({ closeCode: code, closeReason: reason })))
    socket.addEventListener('close', closed, { once: true })
    // What happened while the factory's promise was waited for was told to nobody.
    if (socket.readyState === openState) settle(() => resolve(socket))
    else if (socket.readyState !== openingState) closed({ reason: 'closed before it was open' })
  })
}

async function makeSocket(open: WebSocketFactory, url: string, protocols: string[]): Promise<ExecSocket> {
  try {
    return await open(url, protocols)
  } catch (error) {
    // Such as an address that is none. The text may hold the protocols.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof DOMException) {
      throw new HandshakeFailure({ closeReason: 'the address or the protocol of the lease is not valid' })
    }
    throw error
  }
}
