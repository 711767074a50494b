import {
  DirectoryNotEmptyError,
  DirectoryNotFoundError,
  FileNotFoundError,
  IsDirectoryError,
  NotDirectoryError,
  type Logger,
} from '@caisson/core/workspace'
import { deleteKeys, deleteTree } from './delete-keys.js'
import { findFile } from './describe-object.js'
import { keepParent } from './directory-marker.js'
import { firstBelow, firstObjects } from './list-pages.js'
import { doneByStore } from './native-entries.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** What a deletion works with. */
export interface Deletion {
  readonly driver: ObjectStoreDriver
  readonly target: ObjectTarget
  readonly logger: Logger
  readonly recursive: boolean
  /** Missing is not an error. */
  readonly force: boolean
}

/** Deletes a file and nothing else; a directory only when recursive. Two requests for a file, and one for its parent. */
export async function deleteFileAt(deletion: Deletion): Promise<void> {
  const { driver, target, recursive, force, logger } = deletion
  const deleting = recursive ? undefined : driver.entries?.deleteFile(target.key, target.signal)
  if (await doneByStore(driver, deleting)) return keepParent(driver, target, logger)
  const file = await findFile(driver, target)
  if (file) await deleteKeys(driver, target, [target.key])
  if (!file && !recursive && (await firstBelow(driver, target.below, target.signal))) {
    throw new IsDirectoryError(target.path)
  }
  const isTreeDeleted = recursive && (await deleteAll(driver, target))
  if (file || isTreeDeleted) return keepParent(driver, target, logger)
  if (!force) throw new FileNotFoundError(target.path)
}

/** Deletes a directory: an empty one, or any when recursive. */
export async function deleteDirectoryAt(deletion: Deletion): Promise<void> {
  const { driver, target, recursive, force, logger } = deletion
  const isDeleted = await (recursive ? deleteAll(driver, target) : deleteEmpty(driver, target))
  if (isDeleted) return keepParent(driver, target, logger)
  if (await findFile(driver, target)) throw new NotDirectoryError(target.path)
  if (!force) throw new DirectoryNotFoundError(target.path)
}

/** False when there is no such directory. */
async function deleteAll(driver: ObjectStoreDriver, target: ObjectTarget): Promise<boolean> {
  const { entries } = driver
  if (!entries) return deleteTree(driver, target)
  return doneByStore(driver, entries.deleteTree(target.below, target.signal))
}

/** False when there is no such directory. */
async function deleteEmpty(driver: ObjectStoreDriver, target: ObjectTarget): Promise<boolean> {
  const [first, second] = await firstObjects(driver, target.below, 2, target.signal)
  if (!first) return false
  // A marker that has content is no mere marker: it goes only with everything.
  const isEmpty = !second && first.key === target.below && first.size === 0
  if (!isEmpty) throw new DirectoryNotEmptyError(target.path)
  await deleteKeys(driver, target, [first.key])
  return true
}
