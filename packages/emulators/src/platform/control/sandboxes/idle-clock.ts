import type { Sandbox } from './sandbox.js'

/** The longest time a timer can wait; a later end is looked at again. */
const longestTimerMs = 2 ** 31 - 1

/** Real timers for idle time: open sockets, leases and calls are activity, and nothing else is. */
export class IdleClock {
  readonly #minuteMs: number
  readonly #onIdle: (sandbox: Sandbox) => void

  constructor(minuteMs: number, onIdle: (sandbox: Sandbox) => void) {
    this.#minuteMs = minuteMs
    this.#onIdle = onIdle
  }

  /** Something was asked of the sandbox, or has ended. */
  touch(sandbox: Sandbox): void {
    sandbox.lastActivityAt = new Date()
    this.#arm(sandbox)
  }

  disarm(sandbox: Sandbox): void {
    clearTimeout(sandbox.idleTimer)
    sandbox.idleTimer = undefined
  }

  isIdle(sandbox: Sandbox): boolean {
    return sandbox.cuts.size === 0 && this.#dueAt(sandbox) <= Date.now()
  }

  #dueAt({ lastActivityAt, idleMinutes }: Sandbox): number {
    return lastActivityAt.getTime() + idleMinutes * this.#minuteMs
  }

  #arm(sandbox: Sandbox): void {
    this.disarm(sandbox)
    if (sandbox.destroyedAt !== undefined) return
    const waitMs = Math.min(Math.max(this.#dueAt(sandbox) - Date.now(), 1), longestTimerMs)
    sandbox.idleTimer = setTimeout(() => this.#look(sandbox), waitMs)
    sandbox.idleTimer.unref()
  }

  #look(sandbox: Sandbox): void {
    if (this.isIdle(sandbox)) this.#onIdle(sandbox)
    else if (sandbox.cuts.size > 0) this.touch(sandbox)
    else this.#arm(sandbox)
  }
}
