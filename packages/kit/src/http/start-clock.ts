import { currentTimeMs } from '@caisson/core/driver'

/** Tells how much is left of each start, which is known by its signal. */
export class StartClock {
  readonly #startTimeoutMs: number
  readonly #endsAtMs = new WeakMap<AbortSignal, number>()

  constructor(startTimeoutMs: number) {
    this.#startTimeoutMs = startTimeoutMs
  }

  /** What is left in milliseconds, at least 1. The first call begins the start. */
  remainingMs(signal: AbortSignal): number {
    const endsAtMs = this.#endsAtMs.get(signal) ?? currentTimeMs() + this.#startTimeoutMs
    this.#endsAtMs.set(signal, endsAtMs)
    return Math.max(endsAtMs - currentTimeMs(), 1)
  }
}
