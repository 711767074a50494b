import { closeSync, fstatSync, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FilesystemError, NotDirectoryError, PermissionError } from '../../errors/filesystem-errors.js'
import { mapFileError } from '../map-file-error.js'
import { DirectoryAnchor } from './directory-anchor.js'
import type { DescriptorPaths } from './descriptor-paths.js'
import { disk } from './disk.js'
import { hasErrorCode } from './has-error-code.js'
import type { LocalRoots } from './local-roots.js'
import type { LocalTarget } from './local-target.js'
import { openFlags } from './open-flags.js'
import { resolveDeepest } from './resolve-deepest.js'

/** What Linux appends to the path of a file that has no name any more. */
const deletedMark = ' (deleted)'
/** How often a file may be replaced while it is being opened. */
const mostAttempts = 100

/**
 * Opens files and directories so that nothing outside the roots is ever used, even when links are put in place while an
 * operation runs: what was opened is asked where it is, and later steps start from that descriptor. Where descriptors have
 * no paths the real path is checked before and after opening instead.
 */
export class LocalGuard {
  constructor(
    readonly roots: LocalRoots,
    readonly descriptors: DescriptorPaths | undefined,
  ) {}

  /** Opens what a path leads to, for reading. The caller closes it. */
  async openFile(target: LocalTarget): Promise<number> {
    if (!this.roots.contained) return disk.open(target.location, openFlags.read)
    if (!this.descriptors) return this.#openChecked(target)
    const descriptor = await this.#open(target, openFlags.read)
    await this.#verify(descriptor, target)
    return descriptor
  }

  /** Looks at what a path leads to. */
  async stat(target: LocalTarget): Promise<Stats> {
    if (!this.descriptors) return lstat(await this.realPath(target))
    const descriptor = await this.#open(target, openFlags.nameFile)
    await this.#verify(descriptor, target)
    try {
      return fstatSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  async setMode(target: LocalTarget, mode: number): Promise<void> {
    if (!this.descriptors) return chmod(await this.realPath(target), mode)
    const descriptor = await this.#open(target, openFlags.nameFile)
    await this.#verify(descriptor, target)
    try {
      await chmod(this.descriptors.at(descriptor), mode)
    } finally {
      closeSync(descriptor)
    }
  }

  /** The path with all links resolved. */
  async realPath(target: LocalTarget): Promise<string> {
    try {
      const real = await realpath(target.location)
      if (await this.roots.allows(real)) return real
    } catch (error) {
      throw await this.explain(error, target)
    }
    throw denied(target)
  }

  /**
   * Opens the directory that holds (or would hold) the target's last name, and checks that this name lies in a root.
   *
   * @param create make missing directories
   */
  async openParent(target: LocalTarget, create = false): Promise<DirectoryAnchor> {
    const parent = { ...target, location: dirname(target.location) }
    const anchor = await (create ? this.ensureDirectory(parent, false) : this.#anchor(parent))
    return this.#admit(anchor, join(anchor.realPath, basename(target.location)), target)
  }

  /** Opens a directory. */
  async openDirectory(target: LocalTarget): Promise<DirectoryAnchor> {
    const anchor = await this.#anchor(target)
    return this.#admit(anchor, anchor.realPath, target)
  }

  /** Opens a directory by its name in an open one; a link there is not followed. */
  async enter(parent: DirectoryAnchor, name: string | Buffer): Promise<DirectoryAnchor> {
    const location = join(parent.realPath, String(name))
    const path = typeof name === 'string' ? parent.at(name) : parent.atBytes(name)
    if (this.descriptors) {
      const descriptor = await disk.open(path, openFlags.nameDirectory | openFlags.noFollow)
      return new DirectoryAnchor(location, descriptor, this.descriptors)
    }
    if ((await lstat(path)).isDirectory()) return new DirectoryAnchor(location, undefined, undefined)
    throw new NotDirectoryError(this.roots.show(location))
  }

  /**
   * Opens a directory after making what is missing of it, one level at a time, each from its parent.
   *
   * @param mustBeInside false for the parent of a root that is a file
   */
  async ensureDirectory(target: LocalTarget, mustBeInside = true): Promise<DirectoryAnchor> {
    try {
      return await (mustBeInside ? this.openDirectory(target) : this.#anchor(target))
    } catch (error) {
      if (!FilesystemError.isInstance(error) || error.code !== 'ENOENT') throw error
    }
    if (target.location === this.roots.base || dirname(target.location) === target.location) {
      await mkdir(target.location, { recursive: true })
      return this.openDirectory(target)
    }
    const real = await resolveDeepest(target.location)
    if (!(await this.roots.allows(real))) throw denied(target)
    const parent = await this.ensureDirectory({ ...target, location: dirname(real) })
    try {
      await mkdir(parent.at(basename(real)))
    } catch (error) {
      // Someone else made it meanwhile; opening it decides whether it is a directory.
      if (!hasErrorCode(error, 'EEXIST')) throw mapFileError(error, target)
    } finally {
      parent.close()
    }
    return this.openDirectory({ ...target, location: real })
  }

  /** The error to report: that the path leads outside counts more than what was or was not found there. */
  async explain(error: unknown, target: LocalTarget): Promise<unknown> {
    if (this.roots.contained && !(await this.#leadsInside(target))) return denied(target, error)
    return mapFileError(error, target)
  }

  async #leadsInside(target: LocalTarget): Promise<boolean> {
    try {
      return await this.roots.allows(await resolveDeepest(target.location))
    } catch (error) {
      // A path that cannot be resolved was not followed either; the first error tells more than this one.
      return error instanceof Error
    }
  }

  async #anchor(target: LocalTarget): Promise<DirectoryAnchor> {
    if (!this.descriptors) return this.#anchorByPath(target)
    const descriptor = await this.#open(target, openFlags.nameDirectory)
    return new DirectoryAnchor(this.descriptors.pathOf(descriptor), descriptor, this.descriptors)
  }

  async #anchorByPath(target: LocalTarget): Promise<DirectoryAnchor> {
    try {
      const real = await realpath(target.location)
      if ((await lstat(real)).isDirectory()) return new DirectoryAnchor(real, undefined, undefined)
    } catch (error) {
      throw await this.explain(error, target)
    }
    throw await this.explain(new NotDirectoryError(target.path), target)
  }

  async #open(target: LocalTarget, flags: number): Promise<number> {
    try {
      return await disk.open(target.location, flags)
    } catch (error) {
      throw await this.explain(error, target)
    }
  }

  /** Hands an open directory on when a path in it lies in a root, else closes it. */
  async #admit(anchor: DirectoryAnchor, realPath: string, target: LocalTarget): Promise<DirectoryAnchor> {
    let isAllowed = false
    try {
      isAllowed = await this.roots.allows(realPath)
    } finally {
      if (!isAllowed) anchor.close()
    }
    if (isAllowed) return anchor
    throw denied(target)
  }

  async #verify(descriptor: number, target: LocalTarget): Promise<void> {
    let isAllowed = false
    try {
      isAllowed = await this.#isInside(descriptor)
    } finally {
      if (!isAllowed) closeSync(descriptor)
    }
    if (!isAllowed) throw denied(target)
  }

  async #isInside(descriptor: number): Promise<boolean> {
    if (!this.roots.contained || !this.descriptors) return true
    const real = this.descriptors.pathOf(descriptor)
    if (await this.roots.allows(real)) return true
    // A file that was replaced after it was opened; its path matters only where a root is a file.
    const isGone = real.endsWith(deletedMark) && fstatSync(descriptor).nlink === 0
    return isGone && this.roots.allows(real.slice(0, -deletedMark.length))
  }

  async #openChecked(target: LocalTarget): Promise<number> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const descriptor = await disk.open(await this.realPath(target), openFlags.read | openFlags.noFollow)
      let isSame = false
      try {
        const [opened, named] = [fstatSync(descriptor), await disk.lookUp(await this.realPath(target))]
        isSame = opened.ino === named?.ino && opened.dev === named.dev
        if (isSame) return descriptor
      } finally {
        // Replaced between the two looks, which every write does; only a file that stays the same can be trusted.
        if (!isSame) closeSync(descriptor)
      }
    }
    throw new FilesystemError(`File is replaced all the time: ${target.path}`, 'EIO', target.path)
  }
}

function denied(target: LocalTarget, cause?: unknown): PermissionError {
  const operation = `${target.operation} (it leads outside the filesystem)`
  return new PermissionError(target.path, operation, cause === undefined ? undefined : { cause })
}
