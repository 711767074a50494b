import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { FileExistsError, FilesystemError } from '../../errors/filesystem-errors.js'
import { mapFileError } from '../map-file-error.js'
import { disk } from './disk.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** Makes a directory, with its missing parents when recursive; one that is there is then accepted. */
export async function makeDirectory(guard: LocalGuard, target: LocalTarget, recursive: boolean): Promise<void> {
  if (recursive) return makeAll(guard, target)
  if (guard.roots.isRoot(target.location)) throw new FileExistsError(target.path)
  const anchor = await guard.openParent(target)
  try {
    await mkdir(anchor.at(basename(target.location)))
  } catch (error) {
    throw mapFileError(error, target)
  } finally {
    anchor.close()
  }
}

async function makeAll(guard: LocalGuard, target: LocalTarget): Promise<void> {
  try {
    const anchor = await guard.ensureDirectory(target)
    anchor.close()
  } catch (error) {
    if (!FilesystemError.isInstance(error) || error.code !== 'ENOTDIR') throw error
    // The name itself is taken by a file, as opposed to one of its parents.
    throw (await isTaken(guard, target)) ? new FileExistsError(target.path, { cause: error }) : error
  }
}

async function isTaken(guard: LocalGuard, target: LocalTarget): Promise<boolean> {
  const anchor = await guard.openParent(target)
  try {
    return (await disk.lookUp(anchor.at(basename(target.location)))) !== undefined
  } finally {
    anchor.close()
  }
}
