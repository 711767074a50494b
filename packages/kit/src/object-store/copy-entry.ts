import {
  DirectoryNotEmptyError,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
  type Logger,
} from '@caisson/core/workspace'
import { copyBelow, copyObject, type Transfer } from './copy-objects.js'
import { deleteKeys } from './delete-keys.js'
import { findFile } from './describe-object.js'
import { keepParent } from './directory-marker.js'
import { firstBelow, firstObjects } from './list-pages.js'
import { doneByStore } from './native-entries.js'
import type { ObjectFacts, ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** Copies a file, or a directory when recursive, within the store. Three requests for a file, in two rounds. */
export async function copyEntry(transfer: Transfer): Promise<void> {
  const { driver, source, destination } = transfer
  if (await doneByStore(driver, byStore(transfer, 'copyFile'))) return
  const found = await lookAtBoth(transfer)
  if (found.file) {
    if (source.key === destination.key) return checkOverwrite(transfer)
    return copyFound(transfer, found, found.file)
  }
  await checkDirectory(transfer, found)
  if (isInside(source, destination)) throw intoItself(transfer)
  await checkOverlap(transfer)
  await copyBelow(transfer)
}

/**
 * Moves a file or a directory: copies all of it, then deletes what was copied. When a copy fails nothing was deleted; when a
 * deletion fails both are there.
 */
export async function moveEntry(transfer: Transfer, logger: Logger): Promise<void> {
  const { driver, source, destination } = transfer
  if (await doneByStore(driver, byStore(transfer, 'moveFile'))) return keepParent(driver, source, logger)
  const found = await lookAtBoth(transfer)
  if (found.file && source.key !== destination.key) {
    await copyFound(transfer, found, found.file)
    await deleteKeys(driver, source, [source.key])
    return keepParent(driver, source, logger)
  }
  if (!found.file) await checkDirectory(transfer, found)
  if (source.key === destination.key) return checkOverwrite(transfer)
  if (isInside(source, destination)) throw intoItself(transfer)
  if (found.isDestinationDirectory) await checkEmpty(driver, destination)
  await deleteKeys(driver, source, await copyBelow(transfer))
  return keepParent(driver, source, logger)
}

/** `undefined` where it has no such call, or where the paths alone say that more has to be known. */
function byStore(transfer: Transfer, name: 'copyFile' | 'moveFile'): Promise<void> | undefined {
  const { driver, source, destination, overwrite } = transfer
  const isPlain = source.inner !== '' && destination.inner !== '' && source.key !== destination.key
  if (!driver.entries || !isPlain || isInside(source, destination)) return undefined
  const condition = overwrite ? undefined : ({ kind: 'absent' } as const)
  const request = { source: source.key, destination: destination.key, condition, signal: source.signal }
  return driver.entries[name](request)
}

interface Found {
  readonly file: ObjectFacts | undefined
  readonly isDestinationDirectory: boolean
}

async function lookAtBoth({ driver, source, destination }: Transfer): Promise<Found> {
  const [file, first] = await Promise.all([
    findFile(driver, source),
    firstBelow(driver, destination.below, destination.signal),
  ])
  return { file, isDestinationDirectory: first !== undefined || destination.inner === '' }
}

async function copyFound(transfer: Transfer, { isDestinationDirectory }: Found, file: ObjectFacts): Promise<void> {
  if (isDestinationDirectory) {
    checkOverwrite(transfer)
    throw new IsDirectoryError(transfer.destination.path)
  }
  // Nothing can be in a file.
  if (isInside(transfer.source, transfer.destination)) throw new NotDirectoryError(transfer.destination.path)
  await copyObject(transfer, file, transfer.destination.key)
}

/** That there is a directory to take, and a place where it can go. */
async function checkDirectory(transfer: Transfer, { isDestinationDirectory }: Found): Promise<void> {
  const { driver, source, destination, overwrite, recursive } = transfer
  const [first, blocking] = await Promise.all([
    firstBelow(driver, source.below, source.signal),
    source.key === destination.key ? undefined : findFile(driver, destination),
  ])
  if (!first && source.inner !== '') throw new FileNotFoundError(source.path)
  if (!recursive) throw new IsDirectoryError(source.path)
  if (!overwrite && (isDestinationDirectory || blocking)) throw new FileExistsError(destination.path)
  if (blocking) throw new NotDirectoryError(destination.path)
}

/** As a rename does: an empty directory may be replaced, another one not. */
async function checkEmpty(driver: ObjectStoreDriver, { below, path, inner, signal }: ObjectTarget): Promise<void> {
  const found = await firstObjects(driver, below, 2, signal)
  if (inner === '' || found.some(({ key }) => key !== below)) throw new DirectoryNotEmptyError(path)
}

/** From `a/b` to `a` is possible unless something in `a/b/b` would replace what is still to be copied. */
async function checkOverlap({ driver, source, destination }: Transfer): Promise<void> {
  if (!isInside(destination, source)) return
  const way = source.below.slice(destination.below.length)
  if (!(await firstBelow(driver, source.below + way, source.signal))) return
  const text = `A directory cannot be copied over itself: ${source.path} to ${destination.path}`
  throw new FilesystemError(text, 'EINVAL', destination.path)
}

function checkOverwrite({ overwrite, destination }: Transfer): void {
  if (!overwrite) throw new FileExistsError(destination.path)
}

function isInside(source: ObjectTarget, destination: ObjectTarget): boolean {
  return destination.below.startsWith(source.below)
}

function intoItself({ source, destination }: Transfer): FilesystemError {
  const text = `A directory cannot go into itself: ${source.path} to ${destination.path}`
  return new FilesystemError(text, 'EINVAL', destination.path)
}
