import type { WebSocket } from 'ws'
import type { ByteTerminal } from '../../../daemon/terminals/terminal-library.js'
import { createDeferred } from '../process/deferred.js'
import { findShell } from '../process/system/find-shell.js'
import { directoryFailure } from '../process/system/start-failure.js'
import { killTree } from '../process/system/end-tree.js'
import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'
import type { TerminalSize } from './open-terminal.js'
import { openTerminal } from './open-terminal.js'
import { TerminalClient } from './terminal-client.js'
import type { TerminalExit } from './terminal-exit.js'

/** What a client asks for. */
export interface PtyRequest extends TerminalSize {
  readonly id: string
  readonly cwd: string | undefined
  readonly envs: Readonly<Record<string, string>>
  /** The shell starts with the first client. */
  readonly lazyStart: boolean
}

/** A terminal as clients see it. */
export interface PtyView extends TerminalSize {
  readonly id: string
  readonly cwd: string
  readonly envs: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly active: boolean
  readonly lazyStart: boolean
}

/** A client that does not read holds the programs up rather than fill the daemon's memory. */
const mostWaitingBytes = 1024 * 1024
const resumeBytes = 256 * 1024

/** A shell on a terminal, which clients can look at and leave. */
export class PtySession {
  readonly #state: ToolboxState
  readonly #request: PtyRequest
  readonly #createdAt = new Date().toISOString()
  readonly #clients = new Set<TerminalClient>()
  readonly #ended = createDeferred<void>()
  #size: TerminalSize
  #terminal: Promise<ByteTerminal> | undefined
  #running: ByteTerminal | undefined
  #isHeld = false
  #hasEnded = false

  constructor(state: ToolboxState, request: PtyRequest) {
    this.#state = state
    this.#request = request
    this.#size = { cols: request.cols, rows: request.rows }
  }

  /** Settles when the shell has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  view(): PtyView {
    const { id, cwd, envs, lazyStart } = this.#request
    const active = this.#running !== undefined && !this.#hasEnded
    return { id, cwd: cwd ?? this.#state.workDir, envs, ...this.#size, createdAt: this.#createdAt, active, lazyStart }
  }

  /** Starts the shell, unless it runs. */
  async start(): Promise<void> {
    this.#terminal ??= this.#open()
    await this.#terminal
  }

  /** Lets a client take part; the shell starts with the first. Output of before is not shown. */
  async attach(socket: WebSocket, wantsExit: boolean): Promise<void> {
    const client = new TerminalClient(socket, wantsExit, () => this.#adjust())
    socket.on('message', (data: Buffer) => void this.#type(data))
    socket.on('close', () => {
      this.#clients.delete(client)
      this.#adjust()
    })
    try {
      await this.start()
    } catch (error) {
      client.refuse(error instanceof Error ? error.message : String(error))
      this.#end({ exitCode: 1 })
      return
    }
    if (this.#hasEnded) {
      client.refuse('PTY session has ended')
      return
    }
    // Nothing has been shown yet: the shell's first output takes another turn to get here.
    client.confirm()
    this.#clients.add(client)
  }

  resize(size: TerminalSize): void {
    if (this.#hasEnded) throw new ToolboxError(410, 'gone: PTY session has ended')
    this.#running?.resize(size.cols, size.rows)
    this.#size = size
  }

  /** Ends the shell and all that it started. */
  async kill(): Promise<void> {
    const terminal = await this.#terminal?.catch(() => undefined)
    if (terminal === undefined) this.#end({ exitCode: 137 })
    else if (!this.#hasEnded) killTree(terminal.pid)
    terminal?.resume()
    await this.#ended.promise
  }

  async #open(): Promise<ByteTerminal> {
    const { cwd, envs } = this.#request
    const { shown, actual: directory } = await this.#state.resolvePath(cwd ?? this.#state.workDir)
    const failure = await directoryFailure(shown, directory)
    if (failure !== undefined) throw new ToolboxError(400, `bad request: ${failure}`)
    const environment = this.#state.env.variables({ TERM: 'xterm-256color', ...envs })
    const shell = await findShell(this.#state)
    const terminal = await openTerminal(this.#state, { shell, directory, environment, size: this.#size })
    terminal.onData((data) => this.#show(Buffer.from(data)))
    terminal.onExit((exit) => this.#end(exit))
    this.#running = terminal
    return terminal
  }

  /** What comes before the shell runs waits for it; a shell that could not be started takes nothing. */
  async #type(data: Buffer): Promise<void> {
    const terminal = await this.#terminal?.catch(() => undefined)
    if (!this.#hasEnded) terminal?.write(data)
  }

  #show(bytes: Buffer): void {
    for (const client of this.#clients) client.send(bytes)
    this.#adjust()
  }

  /** Stops and goes on reading, as the slowest client does. */
  #adjust(): void {
    const waiting = Math.max(0, ...[...this.#clients].map(({ waitingBytes }) => waitingBytes))
    if (!this.#isHeld && waiting > mostWaitingBytes) {
      this.#isHeld = true
      this.#running?.pause()
    } else if (this.#isHeld && waiting < resumeBytes) {
      this.#isHeld = false
      this.#running?.resume()
    }
  }

  #end(exit: TerminalExit): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const client of this.#clients) client.end(exit)
    this.#clients.clear()
    this.#ended.resolve()
  }
}
