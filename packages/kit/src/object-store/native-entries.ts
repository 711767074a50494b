import type { ObjectErrorKind, ObjectStoreDriver } from './object-store-driver.js'
import { attempt } from './attempt.js'

/** Answers after which it is looked what is there, to do it step by step or to say why it cannot be done. */
const unclear: readonly ObjectErrorKind[] = ['missing', 'exists', 'changed', 'conflict']

/**
 * Lets a store do at once what otherwise takes several requests.
 *
 * @returns false when it has no such call, or has refused it without effect
 */
export async function doneByStore(driver: ObjectStoreDriver, call: Promise<void> | undefined): Promise<boolean> {
  return call !== undefined && (await attempt(driver, call, unclear)).isDone
}
