import { delay } from '@caisson/core/driver'

const firstPauseMs = 100
const longestPauseMs = 1000

/** Waits between looks at a machine that is changing: short at first. */
export class ChangePause {
  #pauseMs = firstPauseMs

  async wait(signal: AbortSignal): Promise<void> {
    await delay(this.#pauseMs, signal)
    this.#pauseMs = Math.min(this.#pauseMs * 1.3, longestPauseMs)
  }
}
