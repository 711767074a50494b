/** Settles as the promise does, or rejects with what `error` makes when the signal is aborted first. */
export async function raceAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  error: () => Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(error())
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
