import { startTimer } from '@caisson/core/driver'

/** Resolves `true` when `promise` settled within `limitMs`, `false` when the limit passed first. Never rejects. */
export async function settlesWithin(
  promise: Promise<unknown>,
  limitMs: number,
  options: { readonly background?: boolean } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = startTimer(limitMs, () => resolve(false), options)
    const settled = (): void => {
      timer.cancel()
      resolve(true)
    }
    promise.then(settled, settled)
  })
}
