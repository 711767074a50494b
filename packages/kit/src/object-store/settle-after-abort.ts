import { startTimer, type Timer } from '@caisson/core/driver'

/** How long a store may take to clean up after an abort. */
const cleanupTimeMs = 1000

/**
 * Follows a step. Once its signal is aborted it has a moment to clean up; then it is no longer waited for, since a store
 * that does not answer would hold the caller who has just given up. What becomes of it later is dropped.
 *
 * @throws the signal's reason when the step is left behind
 */
export async function settleAfterAbort<T>(step: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return step
  let timer: Timer | undefined
  let abort = (): void => undefined
  const leave = new Promise<never>((_, reject) => {
    abort = () => {
      timer = startTimer(cleanupTimeMs, () => reject(signal.reason))
    }
  })
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([step, leave])
  } finally {
    signal.removeEventListener('abort', abort)
    timer?.cancel()
  }
}
