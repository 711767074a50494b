import { FileNotFoundError, NotDirectoryError } from '@caisson/core/workspace'
import { firstBelow } from './list-pages.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** What the keys of everything in the parent directory begin with; undefined when that is the root. */
export function parentOf({ inner, key }: Pick<ObjectTarget, 'inner' | 'key'>): string | undefined {
  return inner.includes('/') ? key.slice(0, key.lastIndexOf('/') + 1) : undefined
}

/** @throws FileNotFoundError when the directory of the file is missing, NotDirectoryError when it is a file */
export async function checkParent(driver: ObjectStoreDriver, target: ObjectTarget): Promise<void> {
  const { path, signal } = target
  const parent = parentOf(target)
  if (parent === undefined || (await firstBelow(driver, parent, signal))) return
  const isFile = (await driver.head(parent.slice(0, -1), signal)) !== undefined
  throw isFile ? new NotDirectoryError(path) : new FileNotFoundError(path)
}
