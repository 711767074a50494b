import { randomUUID } from 'node:crypto'
import { delay, sh, type OutputSink } from '@caisson/core/driver'
import type { ExecEnd, ExecRequest, ExecStream, OpenExec } from './exec-channel.js'
import { ExecConnection, HandshakeFailure, type ConnectionEvents, type SocketClose } from './exec-connection.js'
import { endOf, type ExecFrame, type InitData } from './exec-frames.js'
import type { ExecLease } from './exec-lease.js'
import type { LeaseSource } from './lease-cache.js'
import { SandboxDestroyedError } from './sandbox-destroyed-error.js'
import { SandboxExecTransportError } from './sandbox-exec-transport-error.js'
import type { WebSocketFactory } from './web-socket.js'

/** A socket that never opened may be tried once more. */
const mostAttempts = 2
/** Waits before a lost command is joined again. */
const joinAfterMs: readonly number[] = [0, 200, 1000, 3000]

/** What commands over sockets need. */
export interface SocketExecConfig {
  readonly leases: LeaseSource
  readonly open: WebSocketFactory
  readonly handshakeMs: number
}

/** Opens a socket and sends the command over it. */
export function socketExec(config: SocketExecConfig): OpenExec {
  return async (request, output) => {
    const command = new SocketCommand(config, request, output)
    await command.start()
    return command.stream()
  }
}

/** One command, over one socket or, where the server keeps the command for it, over several. */
class SocketCommand {
  readonly #config: SocketExecConfig
  readonly #request: ExecRequest
  readonly #output: OutputSink
  readonly #ended: Promise<ExecEnd>
  #settle: { resolve(end: ExecEnd): void; reject(error: unknown): void } = {
    resolve: () => undefined,
    reject: () => undefined,
  }
  #connection: ExecConnection | undefined
  #lease: ExecLease | undefined
  #session: string | undefined
  #attempts = 0
  /** How often the command was joined since it last printed something. */
  #barrenJoins = 0
  #isOver = false
  /** The last signal that was sent, or is to be sent when the command was joined again. */
  #signal: 'TERM' | 'KILL' | undefined

  constructor(config: SocketExecConfig, request: ExecRequest, output: OutputSink) {
    this.#config = config
    this.#request = request
    this.#output = output
    this.#ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#ended.catch(() => undefined)
  }

  async start(): Promise<void> {
    const { command, cwd, env } = this.#request
    for (;;) {
      this.#attempts += 1
      try {
        this.#connection = await this.#connect({ command, cwd, env }, this.#events())
        return
      } catch (error) {
        if (!(error instanceof HandshakeFailure)) throw error
        if (this.#attempts >= mostAttempts) throw this.#lost(error, { opened: false, cause: error })
      }
    }
  }

  stream(): ExecStream {
    const hasInput = this.#request.input === 'open'
    return {
      ended: this.#ended,
      signal: async (name) => this.#send(name),
      close: () => this.#release(),
      ...(hasInput ? { write: async (data) => this.#write(data), closeInput: async () => this.#closeInput() } : {}),
    }
  }

  async #connect(init: InitData, events: ConnectionEvents): Promise<ExecConnection> {
    const { open, handshakeMs, leases } = this.#config
    const { input, abortSignal } = this.#request
    const isFirst = this.#session === undefined
    const lease = await this.#leaseOf()
    try {
      const request = { open, lease, handshakeMs, init, hasInput: isFirst && input === 'open' }
      return await ExecConnection.open({ ...request, signal: isFirst ? abortSignal : undefined }, events)
    } catch (error) {
      if (error instanceof HandshakeFailure) leases.drop(lease)
      throw error
    }
  }

  async #leaseOf(): Promise<ExecLease> {
    try {
      this.#lease = await this.#config.leases.get()
      return this.#lease
    } catch (error) {
      if (!(error instanceof SandboxDestroyedError)) throw error
      const { sandboxId } = error
      const opened = this.#connection !== undefined
      const facts = { sandboxId, command: this.#request.command, attempts: this.#attempts, opened }
      throw new SandboxDestroyedError(facts, { cause: error.cause })
    }
  }

  #events(): ConnectionEvents {
    return {
      frame: (frame) => this.#onFrame(frame),
      closed: (close) => void this.#join(close),
    }
  }

  #onFrame(frame: ExecFrame): void {
    if (this.#isOver) return
    if (frame.kind === 'exit') this.#finish(frame)
    else if (frame.kind === 'session') this.#session = frame.name
    else {
      this.#barrenJoins = 0
      void this.#output[frame.kind](frame.bytes)
    }
  }

  #finish(frame: Extract<ExecFrame, { kind: 'exit' }>): void {
    const end = endOf(frame, this.#signal)
    this.#over(() => {
      if (end) this.#settle.resolve(end)
      else
        this.#settle.reject(
          this.#lost({ closeReason: 'the end of the command came without an exit code' }, { opened: true }),
        )
    })
  }

  /** Goes on with a command whose socket was cut: where the server keeps its output, it is joined again and never run again. */
  async #join(close: SocketClose): Promise<void> {
    const session = this.#session
    let cause: unknown
    for (const waitMs of session === undefined ? [] : joinAfterMs.slice(this.#barrenJoins)) {
      this.#barrenJoins += 1
      await delay(waitMs)
      if (this.#isOver) return
      try {
        this.#connection = await this.#rejoin(session ?? '')
        if (this.#isOver) this.#release()
        else if (this.#signal) this.#connection.signal(this.#signal)
        return
      } catch (error) {
        cause = error
        if (error instanceof SandboxDestroyedError) break
      }
    }
    if (cause === undefined) cause = await this.#whetherDestroyed()
    const error = cause instanceof SandboxDestroyedError ? cause : this.#lost(close, { opened: true, cause })
    this.#over(() => this.#settle.reject(error))
  }

  /**
   * A server that does not know the session any more runs the command that is sent for it instead. So that this is noticed, it
   * prints what nothing else prints, and does nothing else.
   */
  async #rejoin(name: string): Promise<ExecConnection> {
    const nonce = `caisson-${randomUUID()}`
    const detector = new PlaceholderDetector(nonce, this.#output)
    const lose = (): void => {
      const closeReason = 'the server does not keep the command any more'
      this.#over(() => this.#settle.reject(this.#lost({ closeReason }, { opened: true })))
    }
    const init = {
      command: sh`printf %s ${nonce}; exit 1`.text,
      durable_session_name: name,
      resume_from_last_read: true,
    } as const
    return this.#connect(init, {
      frame: (frame) => {
        if (this.#isOver) return
        if (frame.kind === 'session' && frame.name !== name) return lose()
        if (frame.kind !== 'stdout') {
          detector.flush()
          return this.#onFrame(frame)
        }
        if (detector.take(frame.bytes)) lose()
      },
      closed: (close) => {
        detector.flush()
        void this.#join(close)
      },
    })
  }

  /** A machine that is gone is told as such: its lease says so. */
  async #whetherDestroyed(): Promise<unknown> {
    if (this.#lease) this.#config.leases.drop(this.#lease)
    try {
      await this.#leaseOf()
      return undefined
    } catch (error) {
      return error
    }
  }

  /** While there is no socket the signal waits for the next. */
  async #send(name: 'TERM' | 'KILL'): Promise<boolean> {
    if (this.#isOver) return false
    this.#signal = name
    if (this.#connection?.isOpen) this.#connection.signal(name)
    return true
  }

  async #write(data: Uint8Array): Promise<void> {
    if (!this.#isOver && this.#connection?.isOpen) return this.#connection.write(data)
    throw this.#lost({ closeReason: 'its input cannot be written to any more' }, { opened: true })
  }

  async #closeInput(): Promise<void> {
    if (!this.#isOver && this.#connection?.isOpen) this.#connection.closeInput()
  }

  #release(): void {
    this.#over(() => this.#settle.reject(this.#lost({ closeReason: 'it was let go of' }, { opened: true })))
  }

  #over(settle: () => void): void {
    if (!this.#isOver) {
      this.#isOver = true
      settle()
    }
    this.#connection?.close()
  }

  #lost(close: SocketClose, { opened, cause }: { opened: boolean; cause?: unknown }): SandboxExecTransportError {
    const { closeCode, closeReason } = close
    const { sandboxId, wsEndpoint = '' } = this.#lease ?? {}
    const { command } = this.#request
    const facts = { sandboxId, command, attempts: this.#attempts, opened, closeCode, closeReason, wsEndpoint }
    return new SandboxExecTransportError(facts, { cause })
  }
}

/** Holds output back for as long as it may be the beginning of what a placeholder prints. */
class PlaceholderDetector {
  readonly #nonce: Uint8Array
  readonly #output: OutputSink
  #held: Uint8Array | undefined = new Uint8Array()

  constructor(nonce: string, output: OutputSink) {
    this.#nonce = Buffer.from(nonce)
    this.#output = output
  }

  /** `true` when it was the placeholder that printed. */
  take(bytes: Uint8Array): boolean {
    if (!this.#held) {
      void this.#output.stdout(bytes)
      return false
    }
    this.#held = Buffer.concat([this.#held, bytes])
    const { length } = this.#held
    if (Buffer.compare(this.#held, this.#nonce) === 0) return true
    const mayBe = length < this.#nonce.length && Buffer.compare(this.#held, this.#nonce.subarray(0, length)) === 0
    if (!mayBe) this.flush()
    return false
  }

  flush(): void {
    const held = this.#held
    this.#held = undefined
    if (held && held.length > 0) void this.#output.stdout(held)
  }
}
