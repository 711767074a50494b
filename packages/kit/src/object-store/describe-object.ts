import { FileNotFoundError, IsDirectoryError, type FileStat, type FilesystemError } from '@caisson/core/workspace'
import { mimeTypeOf } from '@caisson/core/driver'
import { firstBelow } from './list-pages.js'
import type { ObjectFacts, ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import type { SeenVersions } from './seen-versions.js'

/** What the contract tells about a file or directory. One request for a file, one more for anything else. */
export async function describeObject(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  seen: SeenVersions,
): Promise<FileStat> {
  const file = await findFile(driver, target)
  if (file) {
    seen.add(file)
    return describeFile(file, target)
  }
  const first = await firstBelow(driver, target.below, target.signal)
  if (first === undefined && target.inner !== '') throw new FileNotFoundError(target.path)
  return describeDirectory(driver, target, first)
}

/** Whether a path leads to something. */
export async function objectExists(driver: ObjectStoreDriver, target: ObjectTarget): Promise<boolean> {
  if (await findFile(driver, target)) return true
  const first = await firstBelow(driver, target.below, target.signal)
  return first !== undefined || target.inner === ''
}

/** The root is never a file. */
export async function findFile(
  driver: ObjectStoreDriver,
  { key, inner, signal }: ObjectTarget,
): Promise<ObjectFacts | undefined> {
  return inner === '' ? undefined : driver.head(key, signal)
}

/** The error about a path at which there is no file: it is a directory, or nothing. */
export async function noFileError(
  driver: ObjectStoreDriver,
  { path, below, inner, signal }: ObjectTarget,
  cause?: unknown,
): Promise<FilesystemError> {
  const isDirectory = inner === '' || (await firstBelow(driver, below, signal)) !== undefined
  return isDirectory ? new IsDirectoryError(path, { cause }) : new FileNotFoundError(path, { cause })
}

function describeFile(facts: ObjectFacts, { inner }: ObjectTarget): FileStat {
  const { size, modifiedAt, createdAt = modifiedAt } = facts
  const mimeType = facts.mimeType ?? mimeTypeOf(inner)
  return { name: lastSegment(inner), path: inner, type: 'file', size, createdAt, modifiedAt, mimeType }
}

/** Stores keep no times of directories; that of the marker, or of what comes first, is as near as it gets. */
function describeDirectory(
  { bucket }: ObjectStoreDriver,
  { inner, below }: ObjectTarget,
  first: ObjectFacts | undefined,
): FileStat {
  const modifiedAt = first?.modifiedAt ?? new Date(0)
  const createdAt = first?.createdAt ?? modifiedAt
  const name = lastSegment(inner === '' ? below.slice(0, -1) : inner) || bucket
  return { name, path: inner === '' ? '.' : inner, type: 'directory', size: 0, createdAt, modifiedAt }
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
