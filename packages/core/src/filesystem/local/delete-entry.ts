import { rmdir, unlink } from 'node:fs/promises'
import {
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
  PermissionError,
} from '../../errors/filesystem-errors.js'
import { mapFileError } from '../map-file-error.js'
import { atLinkTarget } from './at-link-target.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { removeTree } from './remove-tree.js'

/** What `deleteEntry` may delete. */
export interface DeleteEntryOptions {
  /** `file`: anything, directories only when recursive. `directory`: only directories. */
  readonly expect: 'file' | 'directory'
  readonly recursive: boolean
  /** Missing is not an error. */
  readonly force: boolean
}

/** Deletes a name. A link is deleted itself, whatever it points at; the root of the filesystem stays. */
export async function deleteEntry(guard: LocalGuard, target: LocalTarget, options: DeleteEntryOptions): Promise<void> {
  try {
    await deleteName(guard, target, options)
  } catch (error) {
    const isMissing = FilesystemError.isInstance(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    // The place is looked at again: a file where a directory was expected is not missing.
    if (!options.force || !isMissing || (await isThere(guard, target))) throw error
  }
}

async function isThere(guard: LocalGuard, target: LocalTarget): Promise<boolean> {
  try {
    return await atLinkTarget(
      guard,
      target,
      { create: false, follow: false },
      async ({ existing }) => existing !== undefined,
    )
  } catch (error) {
    if (FilesystemError.isInstance(error)) return false
    throw error
  }
}

async function deleteName(guard: LocalGuard, target: LocalTarget, options: DeleteEntryOptions): Promise<void> {
  if (guard.roots.isRoot(target.location)) {
    throw new PermissionError(target.path, `${target.operation} (the root of the filesystem)`)
  }
  await atLinkTarget(guard, target, { create: false, follow: false }, async ({ anchor, name, existing }) => {
    if (!existing?.isDirectory()) {
      if (existing && options.expect === 'directory') throw new NotDirectoryError(target.path)
      return unlink(anchor.at(name))
    }
    if (options.recursive) return removeTree(guard, anchor, name, target)
    if (options.expect === 'file') throw new IsDirectoryError(target.path)
    try {
      await rmdir(anchor.at(name))
    } catch (error) {
      throw mapFileError(error, target)
    }
  })
}
