import type { Stats } from 'node:fs'
import { mkdir, readlink, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  DirectoryNotEmptyError,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
  PermissionError,
} from '../../errors/filesystem-errors.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import { mapFileError } from '../map-file-error.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { atLinkTarget, type NamedPlace } from './at-link-target.js'
import { copyEntry } from './copy-entry.js'
import { deleteEntry } from './delete-entry.js'
import { hasErrorCode } from './has-error-code.js'
import { isInside } from './is-inside.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { pathLocks } from './path-locks.js'
import { placeNew } from './place-new.js'
import { placeLink } from './place-link.js'

/** How an entry is moved. */
export interface MoveEntryOptions {
  readonly overwrite: boolean
  readonly recursive: boolean
}

interface Move {
  readonly guard: LocalGuard
  readonly source: LocalTarget
  readonly destination: LocalTarget
  readonly options: MoveEntryOptions
}

/** Moves a name; a link is moved itself. In one step on one disk, by copy and delete between disks. */
export async function moveEntry(
  guard: LocalGuard,
  source: LocalTarget,
  destination: LocalTarget,
  options: MoveEntryOptions,
): Promise<void> {
  if (guard.roots.isRoot(source.location)) {
    throw new PermissionError(source.path, `${source.operation} (the root of the filesystem)`)
  }
  const move = { guard, source, destination, options }
  await atLinkTarget(guard, source, { create: false, follow: false }, async (from) => {
    const moved = from.existing
    if (!moved) throw new FileNotFoundError(source.path)
    if (moved.isDirectory() && !options.recursive) throw new IsDirectoryError(source.path)
    const origin = { ...from, existing: moved }
    await atLinkTarget(guard, destination, { create: true, follow: false }, async (to) => {
      const isDone = await pathLocks.run(placeOf(to), async () => renamePlace(move, origin, to))
      if (!isDone) await moveAcross(move, origin, to)
    })
  })
}

interface Origin extends NamedPlace {
  readonly existing: Stats
}

const placeOf = ({ anchor, name }: NamedPlace): string => join(anchor.realPath, name)

/** False when the two places are on different disks. */
async function renamePlace(move: Move, from: Origin, to: NamedPlace): Promise<boolean> {
  const { source, destination, options } = move
  if (placeOf(from) === placeOf(to) && options.overwrite) return true
  checkDestination(move, from, to)
  throwIfAborted(source.signal, source.path, source.operation)
  const isDirectory = from.existing.isDirectory()
  const [old, fresh] = [from.anchor.at(from.name), to.anchor.at(to.name)]
  // Two names of one file: the system would do nothing and keep both.
  if (!isDirectory && to.existing?.ino === from.existing.ino && to.existing.dev === from.existing.dev) {
    await unlink(old)
    return true
  }
  try {
    if (options.overwrite) await rename(old, fresh)
    else await (isDirectory ? renameToNew(old, fresh) : placeNew(old, fresh))
  } catch (error) {
    if (hasErrorCode(error, 'EXDEV')) return false
    throw mapFileError(error, destination)
  }
  return true
}

function checkDestination({ destination, options }: Move, from: Origin, to: NamedPlace): void {
  const isDirectory = from.existing.isDirectory()
  if (to.existing && !options.overwrite) throw new FileExistsError(destination.path)
  if (isDirectory && isInside(placeOf(from), placeOf(to))) {
    throw new FilesystemError(`Cannot move a directory into itself: ${destination.path}`, 'EINVAL', destination.path)
  }
  if (to.existing?.isDirectory() && !isDirectory) throw new IsDirectoryError(destination.path)
  if (to.existing && !to.existing.isDirectory() && isDirectory) throw new NotDirectoryError(destination.path)
}

/** An empty directory takes the name, if it is free, and is then replaced in one step. */
async function renameToNew(old: string, fresh: string): Promise<void> {
  await mkdir(fresh)
  try {
    await rename(old, fresh)
  } catch (error) {
    await bestEffort('rmdir', silentLogger, () => rmdir(fresh))
    throw error
  }
}

/** Copies completely, then deletes; when the copy fails the source is as it was and nothing is left at the destination. */
async function moveAcross(move: Move, from: Origin, to: NamedPlace): Promise<void> {
  const { guard, source, destination, options } = move
  const target = { ...destination, location: placeOf(to) }
  if (from.existing.isSymbolicLink()) {
    await placeLink(guard, target, await readlink(from.anchor.at(from.name)))
  } else {
    if (to.existing?.isDirectory()) await makeRoom(to, destination)
    const settings = { overwrite: options.overwrite, recursive: true, keepTimes: true }
    await copyEntry(guard, { ...source, location: placeOf(from) }, target, settings)
  }
  try {
    await deleteEntry(
      guard,
      { ...source, location: placeOf(from), signal: undefined },
      { expect: 'file', recursive: true, force: false },
    )
  } catch (error) {
    if (!to.existing && !from.existing.isDirectory()) {
      await bestEffort('undo', silentLogger, () => unlink(to.anchor.at(basename(target.location))))
    }
    throw error
  }
}

/** As a rename does: an empty directory may be replaced, another one not. */
async function makeRoom({ anchor, name }: NamedPlace, destination: LocalTarget): Promise<void> {
  try {
    await rmdir(anchor.at(name))
  } catch (error) {
    if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw new DirectoryNotEmptyError(destination.path, { cause: error })
    throw mapFileError(error, destination)
  }
}
