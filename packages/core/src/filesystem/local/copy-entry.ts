import { closeSync, fstatSync } from 'node:fs'
import { chmod, lstat, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  FileExistsError,
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
} from '../../errors/filesystem-errors.js'
import { createId } from '../../util/ids.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import { atLinkTarget, type NamedPlace } from './at-link-target.js'
import { copyBytes } from './copy-bytes.js'
import { copyTree, type CopyTreeOptions } from './copy-tree.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { isInside } from './is-inside.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { checkRegular } from './check-regular.js'
import { removeTree } from './remove-tree.js'
import { replaceFile } from './replace-file.js'
import { resolveDeepest } from './resolve-deepest.js'

/** How an entry is copied. */
export interface CopyEntryOptions extends CopyTreeOptions {
  readonly overwrite: boolean
  readonly recursive: boolean
}

/** Copies a file, or a directory when recursive. A link given as source is followed; links inside a directory stay links. */
export async function copyEntry(
  guard: LocalGuard,
  source: LocalTarget,
  destination: LocalTarget,
  options: CopyEntryOptions,
): Promise<void> {
  const descriptor = await guard.openFile(source)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isDirectory()) {
      checkRegular(stats, source)
      const times = options.keepTimes ? stats : undefined
      const settings = { overwrite: options.overwrite, mode: stats.mode, times }
      return await replaceFile(guard, destination, settings, async (made) =>
        copyBytes(guard, descriptor, made, destination),
      )
    }
  } finally {
    closeSync(descriptor)
  }
  if (!options.recursive) throw new IsDirectoryError(source.path)
  await copyDirectory(guard, source, destination, options)
}

async function copyDirectory(
  guard: LocalGuard,
  source: LocalTarget,
  destination: LocalTarget,
  options: CopyEntryOptions,
): Promise<void> {
  if (isInside(await guard.realPath(source), await resolveDeepest(destination.location))) {
    const text = `Cannot copy a directory into itself: ${source.path} to ${destination.path}`
    throw new FilesystemError(text, 'EINVAL', destination.path)
  }
  const directory = await guard.openDirectory(source)
  try {
    // A link to a directory counts as that directory, as it does when it is read.
    await atLinkTarget(guard, destination, { create: true, follow: options.overwrite }, async (place) => {
      if (!place.existing) return copyToNew(guard, directory, place, destination, options)
      if (!options.overwrite) throw new FileExistsError(destination.path)
      if (!place.existing.isDirectory()) throw new NotDirectoryError(destination.path)
      const location = join(place.anchor.realPath, place.name)
      return copyTree(guard, directory, { ...destination, location }, options)
    })
  } finally {
    directory.close()
  }
}

/** Copies beside the new name first, so that a copy that fails half way is never seen. */
async function copyToNew(
  guard: LocalGuard,
  source: DirectoryAnchor,
  { anchor, name }: NamedPlace,
  target: LocalTarget,
  options: CopyEntryOptions,
): Promise<void> {
  const temporary = `${createId('.caisson')}.tmp`
  await mkdir(anchor.at(temporary), { mode: 0o700 })
  try {
    await copyTree(guard, source, { ...target, location: join(anchor.realPath, temporary) }, options)
    await chmod(anchor.at(temporary), (await lstat(source.at('.'))).mode & 0o777)
    await rename(anchor.at(temporary), anchor.at(name))
  } catch (error) {
    await bestEffort('removal', silentLogger, () =>
      removeTree(guard, anchor, temporary, { ...target, signal: undefined }),
    )
    throw error
  }
}
