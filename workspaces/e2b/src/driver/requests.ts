import type { ConnectionOpts } from 'e2b'
import { requestTimeoutMs, StartClock } from '@caisson/kit/http'
import type { ConnectionSource } from '@caisson/kit/options'
import { requireConnection } from '../options/require-connection.js'
import type { E2BConnection } from '../options/resolved-e2b-options.js'

/** Longest time-out that the SDK's timers take. */
const longestTimeoutMs = 2 ** 31 - 1
/**
 * The SDK alone sees `Retry-After`, and waits for it as long as the request's time-out allows; the count of its attempts
 * must not end the wait before that.
 */
const rateLimitRetries = 1000

/** Options of control-plane requests: who asks, where, and for how long. */
export class ControlRequests {
  readonly #options: ConnectionSource<E2BConnection>
  readonly #clock: StartClock

  constructor(options: ConnectionSource<E2BConnection>, startTimeoutMs: number) {
    this.#options = options
    this.#clock = new StartClock(startTimeoutMs)
  }

  /** For the requests of one start: each may take what is left of it. */
  ofStart(signal: AbortSignal): ConnectionOpts & { signal: AbortSignal } {
    return { ...this.#connect(this.#clock.remainingMs(signal)), signal }
  }

  /** For a request that is never aborted once it was sent. */
  uncut(signal: AbortSignal): ConnectionOpts {
    const { signal: _unused, ...options } = this.ofStart(signal)
    return options
  }

  /** What is left of the start. */
  remainingMs(signal: AbortSignal): number {
    return this.#clock.remainingMs(signal)
  }

  /** For any other request. */
  single(signal?: AbortSignal): ConnectionOpts {
    return { ...this.#connect(requestTimeoutMs), ...(signal ? { signal } : {}) }
  }

  #connect(limitMs: number): ConnectionOpts {
    const timeoutMs = Math.ceil(Math.min(limitMs, longestTimeoutMs))
    return { ...requireConnection(this.#options), retries: rateLimitRetries, requestTimeoutMs: timeoutMs }
  }
}
