import { startTimer } from '@caisson/core/driver'

const firstPauseMs = 100
const longestPauseMs = 1000

/**
 * Waits between looks at something that is being made: short at first. No wait keeps the process alive: whoever wants the end
 * of a build does that, and where nobody does any more, it goes on without this program.
 */
export class BackgroundPause {
  #pauseMs = firstPauseMs

  /** Waits at least `leastMs`. Rejects with the reason of the signal. */
  async wait(signal: AbortSignal, leastMs = 0): Promise<void> {
    signal.throwIfAborted()
    const durationMs = Math.max(this.#pauseMs, leastMs)
    this.#pauseMs = Math.min(this.#pauseMs * 1.3, longestPauseMs)
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        timer.cancel()
        reject(signal.reason)
      }
      const done = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const timer = startTimer(durationMs, done, { background: true })
      signal.addEventListener('abort', abort, { once: true })
    })
  }
}
