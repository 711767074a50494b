/** Errors of calls that only read: whatever became of them, they may be made again. */
const harmless = new WeakSet<object>()

/** A call that changes nothing. Its error can be told by `isHarmless`. */
export async function reading<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (typeof error === 'object' && error !== null) harmless.add(error)
    throw error
  }
}

/** Whether an error comes from a call that only read. */
export function isHarmless(error: object): boolean {
  return harmless.has(error)
}
