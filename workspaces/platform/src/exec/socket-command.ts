import { currentTimeMs, delay, startTimer, type OutputSink } from '@caisson/core/driver'
import type { ExecEnd, ExecRequest, ExecStream } from './exec-channel.js'
import { ExecConnection, HandshakeFailure, type ConnectionEvents, type SocketClose } from './exec-connection.js'
import { endOf, type ExecFrame, type InitData } from './exec-frames.js'
import type { ExecLease } from './exec-lease.js'
import { Placeholder } from './placeholder.js'
import { SandboxDestroyedError } from './sandbox-destroyed-error.js'
import { SandboxExecTransportError } from './sandbox-exec-transport-error.js'
import type { SocketExecConfig } from './socket-exec-config.js'

/** A socket that never opened may be tried once more. */
const mostAttempts = 2
/** Waits before a lost command is joined again, for as long as the server brings nothing new. */
const joinAfterMs: readonly number[] = [0, 200, 1000, 3000]
/** A socket that held for so long was no failure. */
const steadyMs = 10_000
/** A socket over which a kill has had no effect for so long is taken for dead. */
const deafMs = 5000

/** One command, over one socket or, where the server keeps the command for it, over several. It is never sent again. */
export class SocketCommand {
  readonly #config: SocketExecConfig
  readonly #request: ExecRequest
  readonly #output: OutputSink
  readonly #hasInput: boolean
  readonly #ended: Promise<ExecEnd>
  #settle: { resolve(end: ExecEnd): void; reject(error: unknown): void } = {
    resolve: () => undefined,
    reject: () => undefined,
  }
  #connection: ExecConnection | undefined
  #joinedMs = 0
  #lease: ExecLease | undefined
  #session: string | undefined
  #attempts = 0
  /** How often the command was joined since something came of it. */
  #barrenJoins = 0
  #isOver = false
  /** The last signal that was sent, or is to be sent when the command was joined again. */
  #signal: 'TERM' | 'KILL' | undefined
  /** Why its end by our signal is no end that anybody asked for. */
  #doom: SandboxExecTransportError | undefined

  constructor(config: SocketExecConfig, request: ExecRequest, output: OutputSink) {
    this.#config = config
    this.#request = request
    this.#output = output
    this.#hasInput = request.input === 'open'
    this.#ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // Nobody has to wait for it.
    this.#ended.catch(() => undefined)
  }

  async start(): Promise<void> {
    const { command, cwd, env, abortSignal } = this.#request
    for (;;) {
      this.#attempts += 1
      try {
        return await this.#connect({ command, cwd, env }, this.#events(), abortSignal)
      } catch (error) {
        if (!(error instanceof HandshakeFailure)) throw error
        if (this.#attempts >= mostAttempts) throw this.#lost(error, { opened: false, cause: error })
      }
    }
  }

  stream(): ExecStream {
    return {
      ended: this.#ended,
      signal: async (name) => this.#send(name),
      close: () => this.#letGo(),
      ...(this.#hasInput ? { write: async (data) => this.#write(data), closeInput: async () => this.#endInput() } : {}),
    }
  }

  async #connect(init: InitData, events: ConnectionEvents, signal?: AbortSignal): Promise<void> {
    const { open, handshakeMs, leases } = this.#config
    const lease = await this.#askLease()
    const hasInput = this.#hasInput
    try {
      this.#connection = await ExecConnection.open({ open, lease, handshakeMs, init, hasInput, signal }, events)
      this.#joinedMs = currentTimeMs()
    } catch (error) {
      if (error instanceof HandshakeFailure) leases.drop(lease)
      throw error
    }
  }

  async #askLease(): Promise<ExecLease> {
    try {
      this.#lease = await this.#config.leases.get()
      return this.#lease
    } catch (error) {
      if (!(error instanceof SandboxDestroyedError)) throw error
      const { sandboxId, cause } = error
      const opened = this.#connection !== undefined
      const facts = { sandboxId, command: this.#request.command, attempts: Math.max(1, this.#attempts), opened }
      throw new SandboxDestroyedError(facts, { cause })
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
    if (!end) this.#fail(this.#lost({ closeReason: 'its end was told without an exit code' }))
    else if (this.#doom && end.signal !== undefined) this.#fail(this.#doom)
    else this.#over(() => this.#settle.resolve(end))
  }

  /** Goes on with a command whose socket was cut, where the server keeps it. */
  async #join(close: SocketClose): Promise<void> {
    if (this.#hasInput && !this.#doom) this.#giveUpInput(close)
    if (currentTimeMs() - this.#joinedMs >= steadyMs) this.#barrenJoins = 0
    let cause: unknown
    for (const waitMs of this.#session === undefined ? [] : joinAfterMs.slice(this.#barrenJoins)) {
      this.#barrenJoins += 1
      await delay(waitMs)
      if (this.#isOver) return
      if (this.#config.leases.isClosed) break
      try {
        return await this.#rejoin(this.#session ?? '')
      } catch (error) {
        cause = error
        if (error instanceof SandboxDestroyedError) break
      }
    }
    cause ??= await this.#whetherDestroyed()
    this.#fail(cause instanceof SandboxDestroyedError ? cause : (this.#doom ?? this.#lost(close, { cause })))
  }

  async #rejoin(name: string): Promise<void> {
    const placeholder = new Placeholder(this.#output)
    const forget = (): void => this.#fail(this.#lost({ closeReason: 'the server does not keep the command any more' }))
    const onFrame = (frame: ExecFrame): void => {
      if (this.#isOver) return
      if (frame.kind === 'session') {
        if (frame.name !== name) forget()
        else if (frame.droppedBytes > 0) this.#fail(this.#lost({ closeReason: 'the server has dropped output of it' }))
      } else if (frame.kind === 'stdout') {
        if (placeholder.isPrintedBy(frame.bytes)) forget()
        else this.#barrenJoins = 0
      } else {
        if (frame.kind === 'exit') placeholder.flush()
        this.#onFrame(frame)
      }
    }
    const closed = (close: SocketClose): void => {
      placeholder.flush()
      void this.#join(close)
    }
    const { command } = placeholder
    const init = { command, durable_session_name: name, resume_from_last_read: true } as const
    await this.#connect(init, { frame: onFrame, closed })
    if (this.#isOver) this.#connection?.close()
    else if (this.#signal) this.#connection?.signal(this.#signal)
  }

  /** Nobody knows how much of its input has arrived. It is ended, unless it has done so by itself. */
  #giveUpInput({ closeCode }: SocketClose): void {
    this.#doom = this.#lost({ closeCode, closeReason: 'its input was cut, and it was ended' })
    this.#signal = 'KILL'
  }

  /** A machine that is gone is told as such: its lease says so. */
  async #whetherDestroyed(): Promise<unknown> {
    if (this.#config.leases.isClosed) return undefined
    if (this.#lease) this.#config.leases.drop(this.#lease)
    try {
      await this.#askLease()
      return undefined
    } catch (error) {
      return error
    }
  }

  /** While there is no socket the signal waits for the next. */
  #send(name: 'TERM' | 'KILL'): boolean {
    if (this.#isOver) return false
    this.#signal = name
    const connection = this.#connection
    if (!connection?.isOpen) return true
    connection.signal(name)
    if (name === 'KILL' && this.#session !== undefined) this.#watch(connection)
    return true
  }

  #watch(connection: ExecConnection): void {
    const replace = (): void => {
      if (this.#isOver || !connection.isOpen) return
      connection.close()
      void this.#join({ closeReason: 'its socket is dead' })
    }
    const timer = startTimer(deafMs, replace, { background: true })
    this.#ended.then(timer.cancel, timer.cancel)
  }

  async #write(data: Uint8Array): Promise<void> {
    if (!this.#isOver && this.#connection?.isOpen) await this.#connection.write(data)
    if (this.#doom) throw this.#doom
    if (this.#isOver) throw this.#lost({ closeReason: 'it reads no input any more' })
  }

  #endInput(): void {
    if (!this.#isOver && this.#connection?.isOpen) this.#connection.closeInput()
  }

  #letGo(): void {
    this.#fail(this.#lost({ closeReason: 'it was let go of' }))
  }

  #fail(error: unknown): void {
    this.#over(() => this.#settle.reject(error))
  }

  #over(settle: () => void): void {
    if (!this.#isOver) {
      this.#isOver = true
      settle()
    }
    this.#connection?.close()
  }

  #lost(
    { closeCode, closeReason }: SocketClose,
    { opened = true, cause }: { opened?: boolean; cause?: unknown } = {},
  ): SandboxExecTransportError {
    const { sandboxId, wsEndpoint = '' } = this.#lease ?? {}
    const { command } = this.#request
    const facts = { sandboxId, command, attempts: this.#attempts, opened, closeCode, closeReason, wsEndpoint }
    return new SandboxExecTransportError(facts, { cause })
  }
}
