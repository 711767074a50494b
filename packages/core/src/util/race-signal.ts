/**
 * Follows `promise` until the signal is aborted, then rejects with the signal's reason. A result that comes later goes to
 * `onLate`, so that nothing it stands for is lost; a late failure is dropped, since the caller was told already.
 */
export async function raceSignal<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  onLate?: (value: T) => void,
): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    let isOver = false
    const abort = (): void => {
      isOver = true
      reject(signal.reason)
    }
    promise.then(
      (value) => {
        signal.removeEventListener('abort', abort)
        if (isOver) onLate?.(value)
        else resolve(value)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', abort)
        reject(error)
      },
    )
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
