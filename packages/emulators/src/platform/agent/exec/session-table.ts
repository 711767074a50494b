import { randomUUID } from 'node:crypto'
import type { CommandPlace } from '../system/command-place.js'
import type { CommandRequest } from '../system/command-request.js'
import { ExecSession } from './exec-session.js'

/** How long a command can still be joined after its end. */
const keptMs = 10 * 60_000
/** Of more than these, those that ended first are forgotten before. */
const mostEnded = 256

/** The commands of exec sockets. */
export class SessionTable {
  readonly #place: CommandPlace
  readonly #named = new Map<string, ExecSession>()
  readonly #ended = new Map<ExecSession, NodeJS.Timeout>()

  constructor(place: CommandPlace) {
    this.#place = place
  }

  find(name: string): ExecSession | undefined {
    return this.#named.get(name)
  }

  /** A session for a new command, under a name that was asked for or a new one. */
  open(name: string | undefined): ExecSession {
    const { durableSessions } = this.#place.settings
    const session: ExecSession = new ExecSession(durableSessions ? (name ?? randomUUID()) : undefined, () =>
      this.#onEnd(session),
    )
    if (session.name !== undefined) this.#named.set(session.name, session)
    return session
  }

  /** Starts the command of a new session, which may tell at once that it did not come to run. */
  start(session: ExecSession, request: CommandRequest): Promise<void> {
    return session.start(this.#place, request, this.#place.settings.features.includes('stdin'))
  }

  close(): void {
    for (const session of [...this.#ended.keys(), ...this.#named.values()]) this.#forget(session)
  }

  #onEnd(session: ExecSession): void {
    if (session.name === undefined) return
    const timer = setTimeout(() => this.#forget(session), keptMs)
    timer.unref()
    this.#ended.set(session, timer)
    const [first] = this.#ended.keys()
    if (this.#ended.size > mostEnded && first !== undefined) this.#forget(first)
  }

  #forget(session: ExecSession): void {
    clearTimeout(this.#ended.get(session))
    this.#ended.delete(session)
    if (session.name !== undefined) this.#named.delete(session.name)
    session.reader?.replace()
    session.log.close()
  }
}
