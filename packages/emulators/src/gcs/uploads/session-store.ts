import { randomBytes } from 'node:crypto'
import { UploadSession } from './upload-session.js'
import type { UploadTarget } from './write-object.js'

/** Beyond this many the oldest are forgotten, as the vendor forgets them after a week. */
const mostSessions = 1000

/** The objects that come in several requests, finished ones too: their clients may ask once more. */
export class SessionStore {
  readonly #sessions = new Map<string, UploadSession>()

  start(target: UploadTarget, expectedBytes: number | undefined): UploadSession {
    const session = new UploadSession(randomBytes(48).toString('base64url'), target, expectedBytes)
    this.#sessions.set(session.id, session)
    const oldest = this.#sessions.values().next()
    if (this.#sessions.size > mostSessions && oldest.done !== true) this.#remove(oldest.value)
    return session
  }

  find(id: string): UploadSession | undefined {
    return this.#sessions.get(id)
  }

  clear(): void {
    for (const session of this.#sessions.values()) this.#remove(session)
  }

  #remove(session: UploadSession): void {
    if (session.state === 'open') session.end('cancelled')
    this.#sessions.delete(session.id)
  }
}
