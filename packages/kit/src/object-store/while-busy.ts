import { delay } from '@caisson/core/driver'
import type { ObjectErrorKind } from './object-store-driver.js'

const tries = 4
const firstWaitMs = 500

/**
 * Does something that a store may refuse because it is busy. A request that is refused for that has had no effect, so that it is
 * repeated, a change too, after waits of half a second, one and two. Every other failure passes at once.
 *
 * @param classify Names an error, for example `rateLimited`.
 */
export async function whileBusy<Result>(
  classify: (error: unknown) => ObjectErrorKind,
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (failures === tries || classify(error) !== 'rateLimited') throw error
      await delay(firstWaitMs * 2 ** (failures - 1), signal)
    }
  }
}
