import { delay } from '@caisson/core/driver'

/** Waits before each look for a machine whose create response was lost: it may take a moment to be known. */
const lookDelaysMs = [0, 250, 1000, 2500]

/** How something is looked for. */
export interface LostLook<T> {
  readonly look: () => Promise<T | undefined>
  readonly signal: AbortSignal
  /** A look that fails is no reason to tell another error than that of the lost response. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Looks some times for what a request made whose response was lost; `undefined` when it is not there. The first look is made
 * even when the signal is aborted: what was made has to be known of.
 */
export async function lookForLost<T>({ look, signal, onFailure }: LostLook<T>): Promise<T | undefined> {
  for (const delayMs of lookDelaysMs) {
    try {
      if (delayMs > 0) await delay(delayMs, signal)
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      if (signal.aborted) return undefined
      onFailure?.(error)
    }
  }
  return undefined
}
