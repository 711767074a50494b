/** Longest delay Node's timers take; anything longer would fire at once. */
const longestDelayMs = 2 ** 31 - 1

/** A timer that can be cancelled any number of times. */
export interface Timer {
  cancel(): void
}

/**
 * Calls `callback` once after `delayMs`, however long that is; `Infinity` never fires. A timer in the background does not
 * keep the process alive.
 */
export function startTimer(delayMs: number, callback: () => void, options: { background?: boolean } = {}): Timer {
  if (delayMs === Infinity) return { cancel: () => undefined }
  let remainingMs = delayMs
  let timeout: NodeJS.Timeout | undefined
  const arm = (): void => {
    const stepMs = Math.min(remainingMs, longestDelayMs)
    remainingMs -= stepMs
    timeout = setTimeout(remainingMs > 0 ? arm : callback, stepMs)
    if (options.background === true) timeout.unref()
  }
  arm()
  return { cancel: () => clearTimeout(timeout) }
}

/** Resolves `true` when `promise` settled within `limitMs`, `false` when the limit passed first. Never rejects. */
export async function settlesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = startTimer(limitMs, () => resolve(false))
    const settled = (): void => {
      timer.cancel()
      resolve(true)
    }
    promise.then(settled, settled)
  })
}

/** Waits; rejects with the signal's reason when that is aborted first. */
export async function delay(delayMs: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      timer.cancel()
      reject(signal?.reason)
    }
    const timer = startTimer(delayMs, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}
