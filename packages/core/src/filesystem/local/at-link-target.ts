import type { Stats } from 'node:fs'
import { basename, resolve } from 'node:path'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { mapFileError } from '../map-file-error.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { disk } from './disk.js'
import { linkText } from './link-text.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** As many links as Linux follows. */
const mostLinks = 40

/** A name in an open directory, with what is there now. */
export interface NamedPlace {
  readonly anchor: DirectoryAnchor
  readonly name: string
  readonly existing: Stats | undefined
}

/** How `atLinkTarget` gets there. */
export interface LinkTargetOptions {
  /** Make missing parent directories. */
  readonly create: boolean
  /** False: a link in the last place is left as it is and reported as what exists. */
  readonly follow: boolean
}

/**
 * Runs a step at the place where a write to this path ends up, every link on the way checked. Errors of the operating
 * system become ours.
 */
export async function atLinkTarget<T>(
  guard: LocalGuard,
  target: LocalTarget,
  options: LinkTargetOptions,
  step: (place: NamedPlace) => Promise<T>,
): Promise<T> {
  let current = target
  for (let links = 0; links <= mostLinks; links++) {
    throwIfAborted(target.signal, target.path, target.operation)
    const anchor = await guard.openParent(current, options.create)
    try {
      const name = basename(current.location)
      const existing = await disk.lookUp(anchor.at(name))
      if (!options.follow || !existing?.isSymbolicLink()) return await step({ anchor, name, existing })
      const text = await linkText(anchor.at(name))
      // No link any more: look again.
      if (text !== undefined) current = { ...target, location: resolve(anchor.realPath, text) }
    } catch (error) {
      throw mapFileError(error, target)
    } finally {
      anchor.close()
    }
  }
  throw new FilesystemError(`Too many symbolic links: ${target.path}`, 'ELOOP', target.path)
}
