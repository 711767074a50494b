import { delay } from '@caisson/core/driver'
import type { ObjectErrorKind, ObjectStoreDriver } from './object-store-driver.js'
import { kindOf } from './store-error.js'

/** How a request ended that may fail in expected ways. */
export type Attempt<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly kind: ObjectErrorKind; readonly error: unknown }

/** Sends a request and returns those failures that the caller knows what to do about; others are thrown. */
export async function attempt<T>(
  driver: ObjectStoreDriver,
  request: Promise<T>,
  expected: readonly ObjectErrorKind[],
): Promise<Attempt<T>> {
  try {
    return { isDone: true, value: await request }
  } catch (error) {
    const kind = kindOf(driver, error)
    if (kind === undefined || !expected.includes(kind)) throw error
    return { isDone: false, kind, error }
  }
}

/** So often a request is repeated because others changed the object at the same moment. */
const mostTries = 8
const firstPauseMs = 10
const longestPauseMs = 1000

/**
 * Repeats a step while it says that others were faster and nothing was done, waiting longer each time. A step that was not
 * refused but failed is never repeated, since it may have happened.
 *
 * @throws the failure of the last try
 */
export async function whileOthersWin<T>(
  signal: AbortSignal | undefined,
  step: () => Promise<{ readonly done: T } | { readonly lost: unknown }>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await step()
    if ('done' in outcome) return outcome.done
    if (tries >= mostTries) throw outcome.lost
    await delay(Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs), signal)
  }
}
