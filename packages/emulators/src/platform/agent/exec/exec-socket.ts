import type { WebSocket } from 'ws'
import { fitReason } from '../../../daemon/http/fit-reason.js'
import type { AgentState } from '../agent-state.js'
import { type ClientFrame, FrameError, readClientFrame } from './client-frame.js'
import type { ExecSession } from './exec-session.js'
import { SessionSender } from './session-sender.js'

/** What a command has not read of its input may take this much memory; more waits in the socket, and signals with it. */
const mostInputBytes = 64 * 1024 * 1024

const closeCodes = { wrongFrame: 1008, failure: 1011, delivered: 4000 } as const

/**
 * One connection to the exec socket: its first `init_exec` runs a command or joins one. That the connection ends never ends the command.
 *
 * Who forwards the connection and knows how much of the output has come to the client, as one who cuts it does, closes this side with 4000 and
 * the reason `delivered=<bytes of output, without the bytes that name the streams>`, before it closes the client's side.
 */
export class ExecSocket {
  readonly #socket: WebSocket
  readonly #state: AgentState
  #session: ExecSession | undefined
  #sender: SessionSender | undefined
  #tail: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, state: AgentState) {
    this.#socket = socket
    this.#state = state
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer, isBinary) => {
      this.#tail = this.#tail.then(() => this.#take(data, isBinary))
    })
    socket.on('close', (code, reason) => this.#onClose(code, reason.toString('utf8')))
  }

  async #take(data: Buffer, isBinary: boolean): Promise<void> {
    try {
      await this.#obey(readClientFrame(data, isBinary))
    } catch (error) {
      const code = error instanceof FrameError ? closeCodes.wrongFrame : closeCodes.failure
      const reason = fitReason(error instanceof Error ? error.message : String(error))
      if (this.#sender === undefined) this.#socket.close(code, reason)
      else this.#sender.hangUp(code, reason)
      if (!(error instanceof FrameError)) throw error
    }
  }

  async #obey(frame: ClientFrame): Promise<void> {
    if (frame.kind === 'init') {
      await this.#begin(frame)
      return
    }
    const session = this.#session
    if (session === undefined) throw new FrameError('the first frame must be init_exec')
    if (frame.kind === 'signal') session.signal(frame.signal)
    else if (frame.kind === 'closeInput') session.closeInput()
    else this.#write(session, frame.bytes)
  }

  async #begin({ request, join }: ClientFrame & { kind: 'init' }): Promise<void> {
    if (this.#session !== undefined) throw new FrameError('there was an init_exec before')
    const { sessions } = this.#state
    const known = join === undefined ? undefined : sessions.find(join.sessionName)
    // As servers may do: what is asked to go on with what does not exist runs what came with it.
    const session = known ?? sessions.open(join?.sessionName)
    const from = join?.resumesFromLastRead === true ? session.lastRead : 0
    this.#session = session
    if (this.#socket.readyState === this.#socket.OPEN) this.#sender = new SessionSender(this.#socket, session, from)
    if (known === undefined) await sessions.start(session, request)
    else this.#sender?.wake()
  }

  #write(session: ExecSession, bytes: Buffer): void {
    if (session.write(bytes) <= mostInputBytes || this.#socket.isPaused) return
    this.#socket.pause()
    void session.inputTaken().then(() => this.#socket.resume())
  }

  #onClose(code: number, reason: string): void {
    const delivered = code === closeCodes.delivered ? /^delivered=(\d+)$/.exec(reason)?.[1] : undefined
    this.#sender?.close(delivered === undefined ? undefined : Number(delivered))
  }
}
