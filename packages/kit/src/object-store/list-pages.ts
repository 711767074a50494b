import { FilesystemError } from '@caisson/core/workspace'
import type { ListRequest, ObjectFacts, ObjectPage, ObjectStoreDriver } from './object-store-driver.js'

/**
 * All pages of a listing, one after another; the next one is asked for when the last was used.
 *
 * @throws FilesystemError `EIO` when the store gives the same page again and again
 */
export async function* listPages(
  driver: ObjectStoreDriver,
  request: ListRequest,
): AsyncGenerator<ObjectPage, void, undefined> {
  let from: string | undefined
  do {
    request.signal?.throwIfAborted()
    const page = await driver.list({ ...request, from })
    yield page
    if (page.next !== undefined && page.next === from) {
      throw new FilesystemError('The store lists one page over and over', 'EIO', request.prefix)
    }
    from = page.next
  } while (from !== undefined)
}

/** The first objects whose keys begin so, in the order of the store; pages may be empty before the last one. */
export async function firstObjects(
  driver: ObjectStoreDriver,
  prefix: string,
  count: number,
  signal: AbortSignal | undefined,
): Promise<ObjectFacts[]> {
  const found: ObjectFacts[] = []
  for await (const { objects } of listPages(driver, { prefix, limit: count, signal })) {
    found.push(...objects)
    if (found.length >= count) break
  }
  return found
}

/** The first object of a directory, which is its marker if it has one; undefined when there is no such directory. */
export async function firstBelow(
  driver: ObjectStoreDriver,
  below: string,
  signal: AbortSignal | undefined,
): Promise<ObjectFacts | undefined> {
  const [first] = await firstObjects(driver, below, 1, signal)
  return first
}
