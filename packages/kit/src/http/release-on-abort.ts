/**
 * A call that cannot be cut: whoever waits for it is released with the signal's reason. A result that comes later goes to
 * `onLate`; a later failure is dropped, since the caller was told already.
 */
export async function releaseOnAbort<T>(
  call: Promise<T>,
  signal: AbortSignal | undefined,
  onLate?: (value: T) => void,
): Promise<T> {
  if (!signal) return call
  return new Promise<T>((resolve, reject) => {
    let isReleased = false
    const release = (): void => {
      isReleased = true
      reject(signal.reason)
    }
    const settle = (): void => signal.removeEventListener('abort', release)
    call.finally(settle).then(
      (value) => (isReleased ? onLate?.(value) : resolve(value)),
      (error: unknown) => reject(error),
    )
    if (signal.aborted) release()
    else signal.addEventListener('abort', release, { once: true })
  })
}
