import { startTimer } from '@caisson/core/driver'

/** Waits, and keeps no program alive that has nothing else to do. Rejects with the signal's reason when that is aborted. */
export async function backgroundPause(pauseMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      timer.cancel()
      reject(signal.reason)
    }
    const end = (): void => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const timer = startTimer(pauseMs, end, { background: true })
    signal.addEventListener('abort', abort, { once: true })
  })
}
