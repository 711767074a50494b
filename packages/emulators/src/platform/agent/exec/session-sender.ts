import type { WebSocket } from 'ws'
import type { ExecSession, SessionReader } from './exec-session.js'
import { exitFrame, outputFrame, sessionFrame } from './server-frame.js'

const largestFrameBytes = 32 * 1024
/** What may wait in the socket. */
const mostBufferedBytes = 256 * 1024
/** How far a socket may be behind its command before the command has to wait. */
const mostBehindBytes = 1024 * 1024

/** How long a client can still signal what a command has left behind, before the socket is closed. */
const lingerMs = 10_000

const closeCodes = { done: 1000, replaced: 4001 } as const

/**
 * Sends a session's output to a socket, and its end. Bytes count as read once the system has them and the socket is still open: what was
 * written to one that had been closed has never been sent.
 */
export class SessionSender implements SessionReader {
  readonly #socket: WebSocket
  readonly #session: ExecSession
  readonly #from: number
  #sent: number
  #hasSentEnd = false
  /** What was written before this side closes is still sent. */
  #closesItself = false

  /** `from`: how much of the output the client has already. */
  constructor(socket: WebSocket, session: ExecSession, from: number) {
    const { log, name } = session
    this.#socket = socket
    this.#session = session
    this.#from = Math.max(from, log.start)
    this.#sent = this.#from
    session.lastRead = this.#from
    session.attach(this)
    if (name !== undefined) socket.send(sessionFrame(name, this.#from - from))
  }

  get isBehind(): boolean {
    return this.#session.log.end - this.#sent > mostBehindBytes
  }

  wake(): void {
    const { log } = this.#session
    while (this.#isOpen && this.#socket.bufferedAmount < mostBufferedBytes) {
      const piece = log.at(this.#sent)
      if (piece === undefined) break
      const bytes = piece.bytes.subarray(0, largestFrameBytes)
      this.#sent += bytes.length
      this.#send(outputFrame(piece.name, bytes), this.#sent)
    }
    if (this.#isOpen && this.#sent === log.end) this.#sendEnd()
  }

  replace(): void {
    this.hangUp(closeCodes.replaced, 'another socket has joined the session')
  }

  /** Closes the socket from this side. */
  hangUp(code: number, reason?: string): void {
    this.#closesItself = true
    this.#socket.close(code, reason)
  }

  /**
   * The socket has closed. `deliveredBytes`: how many bytes of output have come to the client, where somebody between knows it; otherwise it is
   * what this socket has given away.
   */
  close(deliveredBytes: number | undefined): void {
    if (this.#session.reader === this && deliveredBytes !== undefined) {
      this.#session.lastRead = Math.min(this.#from + deliveredBytes, this.#sent)
    }
    this.#session.detach(this)
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #send(frame: Buffer, sent: number): void {
    this.#socket.send(frame, { binary: true }, (error) => {
      const isSent = (error === undefined || error === null) && (this.#isOpen || this.#closesItself)
      if (!isSent || this.#session.reader !== this) return
      this.#session.lastRead = sent
      this.wake()
      this.#session.updateHold()
    })
  }

  #sendEnd(): void {
    const { end } = this.#session
    if (end === undefined || this.#hasSentEnd) return
    this.#hasSentEnd = true
    this.#socket.send(exitFrame(end))
    setTimeout(() => this.hangUp(closeCodes.done), lingerMs).unref()
  }
}
