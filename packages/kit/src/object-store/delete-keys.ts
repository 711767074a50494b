import { FilesystemError } from '@caisson/core/workspace'
import { delay, throwIfAborted } from '@caisson/core/driver'
import { inParallel } from './in-parallel.js'
import { listPages } from './list-pages.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import { storeError } from './store-error.js'

const pauseMs = 200

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
 * Deletes a directory with its marker and all below. Lists afresh after each page, so nothing is left at the end.
 *
 * @returns false when there was nothing
 */
export async function deleteTree(driver: ObjectStoreDriver, target: ObjectTarget): Promise<boolean> {
  const { below, path, signal } = target
  let deleted: ReadonlySet<string> = new Set()
  for (;;) {
    const keys: string[] = []
    let isLast = true
    for await (const { objects, next } of listPages(driver, { prefix: below, signal })) {
      keys.push(...objects.map(({ key }) => key))
      isLast = next === undefined
      if (keys.length > 0) break
    }
    if (keys.length === 0) return deleted.size > 0
    if (keys.every((key) => deleted.has(key))) {
      throw new FilesystemError(`The store still lists what it has deleted: ${path}`, 'EIO', path)
    }
    await deleteKeys(driver, target, keys)
    if (isLast) return true
    deleted = new Set(keys)
  }
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
