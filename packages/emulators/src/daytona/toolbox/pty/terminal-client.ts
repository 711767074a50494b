import type { WebSocket } from 'ws'
import { fitReason } from '../../../daemon/http/fit-reason.js'
import type { TerminalExit } from './terminal-exit.js'
import { exitFields } from './terminal-exit.js'

const normalClosure = 1000
const failureClosure = 1011
/** What JSON adds to an error, quotes inside it included that texts of ours have. */
const bracketsBytes = 32

/** A client that looks at a terminal. */
export class TerminalClient {
  readonly #socket: WebSocket
  readonly #wantsExit: boolean
  readonly #onSent: () => void
  #waitingBytes = 0

  /** `wantsExit`: the client knows the message about the end. `onSent` is told whenever the client has read more. */
  constructor(socket: WebSocket, wantsExit: boolean, onSent: () => void) {
    this.#socket = socket
    this.#wantsExit = wantsExit
    this.#onSent = onSent
  }

  /** What the client has not read yet. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  confirm(): void {
    this.#control({ status: 'connected' })
  }

  /** Output is always binary: text that looks like a message would be taken for one. */
  send(bytes: Buffer): void {
    this.#waitingBytes += bytes.length
    this.#socket.send(bytes, { binary: true }, () => {
      this.#waitingBytes -= bytes.length
      this.#onSent()
    })
  }

  end(exit: TerminalExit): void {
    const fields = exitFields(exit)
    if (this.#wantsExit) this.#control({ status: 'exited', ...fields })
    this.#socket.close(fields.exitCode === 0 ? normalClosure : failureClosure, JSON.stringify(fields))
  }

  refuse(error: string): void {
    this.#control({ status: 'error', error })
    this.#socket.close(failureClosure, JSON.stringify({ error: fitReason(error, bracketsBytes) }))
  }

  #control(message: Readonly<Record<string, unknown>>): void {
    this.#socket.send(JSON.stringify({ type: 'control', ...message }), { binary: false })
  }
}
