import { fstatSync, type Dirent } from 'node:fs'
import { lstat, mkdir, readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { inBatches } from '../in-batches.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { copyBytes } from './copy-bytes.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { disk } from './disk.js'
import { hasErrorCode } from './has-error-code.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { openFlags } from './open-flags.js'
import { placeLink } from './place-link.js'
import { checkRegular } from './check-regular.js'
import { replaceFile } from './replace-file.js'

/** How a tree is copied. */
export interface CopyTreeOptions {
  /** Keep the times of files, as a move does. */
  readonly keepTimes: boolean
}

/**
 * Copies what an open directory holds into the directory at the target, which exists. Links stay links, so nothing outside
 * comes in and no loop is entered; files keep their mode.
 */
export async function copyTree(
  guard: LocalGuard,
  source: DirectoryAnchor,
  target: LocalTarget,
  options: CopyTreeOptions,
): Promise<void> {
  const entries = await readdir(source.at(), { withFileTypes: true })
  const below = (name: string): LocalTarget => ({ ...target, location: join(target.location, name) })
  await inBatches(
    entries.filter((entry) => !entry.isDirectory()),
    async (entry) => copyOne(guard, source, entry, below(entry.name), options),
  )
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    throwIfAborted(target.signal, target.path, target.operation)
    const directory = await guard.enter(source, name)
    try {
      await copyDirectoryInto(guard, directory, below(name), options)
    } finally {
      directory.close()
    }
  }
}

async function copyDirectoryInto(
  guard: LocalGuard,
  source: DirectoryAnchor,
  target: LocalTarget,
  options: CopyTreeOptions,
): Promise<void> {
  const isNew = await makeIfMissing(guard, target)
  await copyTree(guard, source, target, options)
  if (isNew) await guard.setMode(target, (await lstat(source.at('.'))).mode & 0o777)
}

async function makeIfMissing(guard: LocalGuard, target: LocalTarget): Promise<boolean> {
  const parent = await guard.openParent(target)
  try {
    await mkdir(parent.at(basename(target.location)))
    return true
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
    return false
  } finally {
    parent.close()
  }
}

async function copyOne(
  guard: LocalGuard,
  source: DirectoryAnchor,
  entry: Dirent,
  target: LocalTarget,
  options: CopyTreeOptions,
): Promise<void> {
  throwIfAborted(target.signal, target.path, target.operation)
  if (entry.isSymbolicLink()) return placeLink(guard, target, await readlink(source.at(entry.name)))
  if (!entry.isFile()) {
    const path = join(target.path, entry.name)
    throw new FilesystemError(`Cannot copy what is neither file, directory nor link: ${path}`, 'EINVAL', path)
  }
  const descriptor = await disk.open(source.at(entry.name), openFlags.read | openFlags.noFollow)
  try {
    const stats = checkRegular(fstatSync(descriptor), target)
    const settings = { mode: stats.mode, times: options.keepTimes ? stats : undefined }
    await replaceFile(guard, target, settings, async (made) => copyBytes(guard, descriptor, made, target))
  } finally {
    await disk.close(descriptor)
  }
}
