/**
 * Follows a promise until the signal is aborted, then rejects with its reason. What it comes to later goes to `onLate`; a late
 * failure is dropped, since the caller was told already.
 */
export async function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  onLate: (value: T) => unknown = () => undefined,
): Promise<T> {
  if (signal === undefined) return promise
  let abort = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      reject(signal.reason)
      promise.then(onLate, () => undefined)
    }
  })
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
