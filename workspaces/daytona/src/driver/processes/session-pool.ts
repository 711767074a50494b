import { randomUUID } from 'node:crypto'
import type { Sandbox } from '@daytonaio/sdk'
import type { Logger } from '@caisson/core/workspace'
import { currentTimeMs, startTimer, type Timer } from '@caisson/core/driver'
import { limitedCall, reading } from '@caisson/kit/http'
import { askMachine } from '../asking.js'
import type { DaytonaSdk } from '../sdk.js'

/** Most sessions that wait for the next script. */
const mostIdle = 4
/** How long a session waits for the next script. */
const longestIdleMs = 5 * 60_000
/** After so many scripts, or characters that they printed, a session is replaced: the vendor keeps the log of all of them. */
const mostScripts = 50
const mostPrinted = 8 * 1024 * 1024
/**
 * A script that has just printed may have told its last: who reads it goes on at once, while the session becomes free a
 * moment later. So long that moment is waited for, which costs less than a new session.
 */
const endingMs = 250
/** A script that has been sent starts its command within so long, on a busy machine too. */
const startingMs = 1500

/** One of the vendor's sessions: a shell that lives on, and runs one script at a time. */
export interface Session {
  readonly id: string
  scriptCount: number
  printedLength: number
  printedAtMs: number
}

/**
 * The sessions of a machine. One that is free is used again, since making one costs a request; one whose script did not end
 * by itself is deleted. Nobody waits for a deletion: the vendor may take seconds.
 */
export class SessionPool {
  readonly #sdk: DaytonaSdk
  readonly #sandbox: Sandbox
  readonly #logger: () => Logger
  readonly #idle = new Map<Session, Timer>()
  readonly #busy = new Set<Session>()
  readonly #waiting = new Set<(session: Session) => void>()
  readonly #doomed = new Set<Timer>()
  #isClosed = false

  constructor(sdk: DaytonaSdk, sandbox: Sandbox, logger: () => Logger) {
    this.#sdk = sdk
    this.#sandbox = sandbox
    this.#logger = logger
  }

  /** Whether an error says that a session is not there any more. */
  isLost(error: unknown): boolean {
    return error instanceof this.#sdk.DaytonaNotFoundError || error instanceof this.#sdk.DaytonaGoneError
  }

  /** A session that is free, or becomes so in a moment; `undefined` when there is none. */
  async takeFree(): Promise<Session | undefined> {
    const session = [...this.#idle.keys()].at(-1) ?? (await this.#untilFree())
    if (!session) return undefined
    this.#forget(session)
    this.#busy.add(session)
    return session
  }

  /** A new session: one request. Whatever becomes of it, no script has started. */
  async make(): Promise<Session> {
    const session: Session = { id: `caisson-${randomUUID()}`, scriptCount: 0, printedLength: 0, printedAtMs: 0 }
    try {
      await reading(
        limitedCall(
          askMachine(async () => this.#sandbox.process.createSession(session.id)),
          'daytona',
        ),
      )
    } catch (error) {
      // It may be there although its answer is lost.
      if (!(error instanceof this.#sdk.DaytonaError) || error.statusCode === undefined) this.discard(session)
      throw error
    }
    this.#busy.add(session)
    return session
  }

  /** Notes what a script in a session printed. */
  notePrinted(session: Session, text: string): void {
    session.printedLength += text.length
    session.printedAtMs = currentTimeMs()
  }

  /** Gives back a session whose script has ended by itself. */
  release(session: Session): void {
    this.#busy.delete(session)
    const isSpent = session.scriptCount >= mostScripts || session.printedLength >= mostPrinted
    if (isSpent || this.#isClosed || this.#idle.size >= mostIdle) {
      this.discard(session)
      return
    }
    const [next] = this.#waiting
    if (next) {
      this.#waiting.delete(next)
      next(session)
      return
    }
    const expire = (): void => {
      this.#forget(session)
      this.discard(session)
    }
    this.#idle.set(session, startTimer(longestIdleMs, expire, { background: true }))
  }

  /** Deletes a session, with what runs in it. */
  discard(session: Session): void {
    const { id } = session
    this.#busy.delete(session)
    if (this.#isClosed) return
    const deletion = askMachine(async () => this.#sandbox.process.deleteSession(id))
    deletion.catch((error: unknown) => {
      if (this.#isClosed || this.isLost(error)) return
      this.#logger().debug(`daytona: deleting session ${id} failed`, error)
    })
  }

  /**
   * Deletes a session whose script cannot be followed, in a moment: the script may be about to start a command, which is looked
   * for in another way and must not end with it.
   */
  discardLater(session: Session): void {
    this.#busy.delete(session)
    if (this.#isClosed) return
    const expire = (): void => {
      this.#doomed.delete(timer)
      this.discard(session)
    }
    const timer = startTimer(startingMs, expire, { background: true })
    this.#doomed.add(timer)
  }

  /** The machine was stopped, is gone or is let go of: its sessions went with it, or are no matter of this host any more. */
  close(): void {
    this.#isClosed = true
    for (const session of this.#idle.keys()) this.#forget(session)
    for (const timer of this.#doomed) timer.cancel()
    this.#doomed.clear()
  }

  /** Each of the sessions that may become free in a moment is waited for by one. */
  async #untilFree(): Promise<Session | undefined> {
    const sinceMs = currentTimeMs() - endingMs
    const ending = [...this.#busy].filter(({ printedAtMs }) => printedAtMs >= sinceMs)
    if (this.#waiting.size >= ending.length) return undefined
    return new Promise((resolve) => {
      const timer = startTimer(endingMs, () => {
        this.#waiting.delete(take)
        resolve(undefined)
      })
      const take = (session: Session): void => {
        timer.cancel()
        resolve(session)
      }
      this.#waiting.add(take)
    })
  }

  #forget(session: Session): void {
    this.#idle.get(session)?.cancel()
    this.#idle.delete(session)
  }
}
