import type { ConnectionOpts } from 'e2b'
import { currentTimeMs } from '@caisson/core/driver'
import { requireConnection, type ResolvedE2BOptions } from '../options/index.js'
import { requestTimeoutMs } from './limited.js'

/** Longest time-out that the SDK's timers take. */
const longestTimeoutMs = 2 ** 31 - 1
/**
 * The SDK alone sees `Retry-After`, and waits for it as long as the request's time-out allows; the count of its attempts
 * must not end the wait before that.
 */
const rateLimitRetries = 1000

/** Options of control-plane requests: who asks, where, and for how long. */
export class ControlRequests {
  readonly #options: ResolvedE2BOptions
  readonly #startTimeoutMs: number
  /** When each start, known by its signal, has to be over. */
  readonly #deadlines = new WeakMap<AbortSignal, number>()

  constructor(options: ResolvedE2BOptions, startTimeoutMs: number) {
    this.#options = options
    this.#startTimeoutMs = startTimeoutMs
  }

  /** For the requests of one start: each may take what is left of it. */
  ofStart(signal: AbortSignal): ConnectionOpts & { signal: AbortSignal } {
    const deadlineMs = this.#deadlines.get(signal) ?? currentTimeMs() + this.#startTimeoutMs
    this.#deadlines.set(signal, deadlineMs)
    return { ...this.#connect(deadlineMs - currentTimeMs()), signal }
  }

  /** For a request that is never aborted once it was sent. */
  uncut(signal: AbortSignal): ConnectionOpts {
    const { signal: _unused, ...options } = this.ofStart(signal)
    return options
  }

  /** For any other request. */
  single(signal?: AbortSignal): ConnectionOpts {
    return { ...this.#connect(requestTimeoutMs), ...(signal ? { signal } : {}) }
  }

  #connect(limitMs: number): ConnectionOpts {
    const timeoutMs = Math.ceil(Math.min(Math.max(limitMs, 1), longestTimeoutMs))
    return { ...requireConnection(this.#options), retries: rateLimitRetries, requestTimeoutMs: timeoutMs }
  }
}
