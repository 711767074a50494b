import { FilesystemError } from '@caisson/core/workspace'
import { delay, throwIfAborted } from '@caisson/core/driver'
import { inParallel } from './in-parallel.js'
import { listPages } from './list-pages.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import { storeError } from './store-error.js'

const pauseMs = 200
/** So many keys are listed before they are deleted, in batches at the same time. */
const listedKeys = 5000

/**
 * Deletes these keys and no others. Those that the store could not delete are tried once more, since deleting twice has
 * no effect.
 *
 * @throws the error of the first key that could not be deleted, with its path
 */
export async function deleteKeys(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  keys: readonly string[],
): Promise<void> {
  const batches: string[][] = []
  for (let start = 0; start < keys.length; start += driver.deleteBatch) {
    batches.push(keys.slice(start, start + driver.deleteBatch))
  }
  await inParallel(batches, async (batch) => {
    throwIfAborted(target.signal, target.path, target.operation)
    const failed = await driver.delete(batch, target.signal)
    if (failed.length === 0) return
    await delay(pauseMs, target.signal)
    const [first, ...others] = await driver.delete(
      failed.map(({ key }) => key),
      target.signal,
    )
    if (first) throw partialError(driver, target, first, others.length)
  })
}

/**
 * Deletes a directory with its marker and all below. Lists first and deletes then, afresh for each few thousand, so nothing
 * that is there is skipped and nothing is left at the end.
 *
 * @returns false when there was nothing
 */
export async function deleteTree(driver: ObjectStoreDriver, target: ObjectTarget): Promise<boolean> {
  const { path } = target
  let deleted: ReadonlySet<string> = new Set()
  for (;;) {
    const { keys, isOnePage } = await listSome(driver, target)
    if (keys.length === 0) return deleted.size > 0
    if (keys.every((key) => deleted.has(key))) {
      throw new FilesystemError(`The store still lists what it has deleted: ${path}`, 'EIO', path)
    }
    await deleteKeys(driver, target, keys)
    // One page is one moment; what was listed over several may have grown meanwhile.
    if (isOnePage) return true
    deleted = new Set(keys)
  }
}

async function listSome(
  driver: ObjectStoreDriver,
  { below, signal }: ObjectTarget,
): Promise<{ keys: string[]; isOnePage: boolean }> {
  const keys: string[] = []
  let isOnePage = true
  for await (const { objects, next } of listPages(driver, { prefix: below, signal })) {
    for (const { key } of objects) keys.push(key)
    if (next !== undefined) isOnePage = false
    if (keys.length >= listedKeys) break
  }
  return { keys, isOnePage }
}

function partialError(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  failed: { readonly key: string; readonly error: unknown },
  others: number,
): unknown {
  const path = failed.key.startsWith(target.below)
    ? `${target.path.replace(/\/+$/, '')}/${failed.key.slice(target.below.length)}`
    : target.path
  const operation = others === 0 ? target.operation : `${target.operation} (${others} more failed)`
  return storeError(driver, failed.error, { path, operation, kind: 'file' })
}
