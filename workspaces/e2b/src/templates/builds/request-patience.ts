import { currentTimeMs } from '@caisson/core/driver'
import type { E2BSdk } from '../../driver/sdk.js'
import { buildRequestFacts } from './request-failure.js'

/** So long E2B may refuse a build because too many are under way. A start waits no longer than its own limits in any case. */
const longestRefusalMs = 60_000
const longestRefusalPauseMs = 10_000
/** So often a build is asked for whose files cannot be sent. */
const mostUploads = 3
/** So often a build is asked for that E2B did not answer to. */
const mostUnanswered = 2
const firstPauseMs = 500

/** Whether, and when, a request for a build that failed is made again. */
export class RequestPatience {
  readonly #sdk: E2BSdk
  #uploads = 0
  #unanswered = 0
  #refusedSinceMs: number | undefined
  #refusalPauseMs = firstPauseMs

  constructor(sdk: E2BSdk) {
    this.#sdk = sdk
  }

  /** How long to wait after a failure; `undefined`: it would be the same again. */
  pauseAfter(error: unknown): number | undefined {
    if (error instanceof this.#sdk.FileUploadError) {
      this.#uploads += 1
      return this.#uploads < mostUploads ? firstPauseMs * this.#uploads : undefined
    }
    const { code } = buildRequestFacts(error, this.#sdk)
    if (code === 'RATE_LIMITED') return this.#pauseAfterRefusal()
    if (code !== 'UNAVAILABLE' && code !== 'TIMEOUT') return undefined
    this.#unanswered += 1
    return this.#unanswered < mostUnanswered ? firstPauseMs : undefined
  }

  #pauseAfterRefusal(): number | undefined {
    this.#refusedSinceMs ??= currentTimeMs()
    this.#refusalPauseMs = Math.min(this.#refusalPauseMs * 2, longestRefusalPauseMs)
    const isOver = currentTimeMs() + this.#refusalPauseMs > this.#refusedSinceMs + longestRefusalMs
    return isOver ? undefined : this.#refusalPauseMs
  }
}
