import type { Logger } from '@caisson/core/workspace'
import { attempt } from './attempt.js'
import { parentOf } from './check-parent.js'
import { firstBelow } from './list-pages.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** What other tools that show buckets as trees give to the objects that stand for directories. */
const directoryType = 'application/x-directory'

/**
 * Makes the object that stands for a directory: an empty one whose key ends in `/`, as s3fs, gcsfuse and the consoles of
 * the vendors make it.
 *
 * @returns false when there was one already, which stays as it is
 */
export async function putMarker(
  driver: ObjectStoreDriver,
  below: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const options = { mimeType: directoryType, condition: { kind: 'absent' }, signal } as const
  const put = driver.put(below, new Uint8Array(), options)
  return (await attempt(driver, put, ['exists', 'changed', 'conflict'])).isDone
}

/**
 * Keeps the directory of what was just deleted: with its last file it would be gone where nothing but its files showed
 * that it is there. What was asked for is done by then, so a failure is only logged.
 */
export async function keepParent(driver: ObjectStoreDriver, target: ObjectTarget, logger: Logger): Promise<void> {
  const parent = parentOf(target)
  if (parent === undefined) return
  try {
    if (!(await firstBelow(driver, parent, target.signal))) await putMarker(driver, parent, target.signal)
  } catch {
    logger.warn(`The directory of ${target.path} could not be kept; it is gone if that was its last file`)
  }
}
