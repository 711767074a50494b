import { FilesystemError, PermissionError } from '@caisson/core/workspace'
import { normalizePath, relativePath } from '@caisson/core/driver'
import { homeOf } from './learnt.js'
import type { MachineFiles } from './machine-files.js'

/** Bounds of Linux, in bytes. */
const longestName = 255
const longestPath = 4095

/** What the paths of a caller mean in the machine. */
export class DiskPaths {
  readonly #files: MachineFiles
  #base: string | undefined

  constructor(files: MachineFiles) {
    this.#files = files
    const { workingDirectory } = files
    this.#base = workingDirectory?.startsWith('/') ? normalizePath(workingDirectory) : undefined
  }

  /**
   * The absolute path that is meant. Without a working directory the first relative path costs a request, which asks for
   * the directory that commands start in.
   *
   * @throws PermissionError when `..` leaves the place where the path starts; FilesystemError `EINVAL` when it is too long
   */
  async locate(path: string, operation: string): Promise<string> {
    const inner = normalizePath(path)
    if (inner === undefined) {
      throw new PermissionError(path, `${operation} (outside the filesystem; use an absolute path)`)
    }
    if (path.startsWith('/')) return checked(inner, path)
    const base = await this.#findBase()
    return checked(inner === '/' ? base : `${base === '/' ? '' : base}${inner}`, path)
  }

  /** Where relative paths start, as far as it is known. */
  get base(): string | undefined {
    return this.#base
  }

  /** Below the base: relative to it, `.` for the base itself. Elsewhere absolute. */
  show(location: string): string {
    const inner = this.#base === undefined ? undefined : relativePath(this.#base, location)
    return inner === '' ? '.' : (inner ?? location)
  }

  /** Whether a path is one that all others start from. */
  isRoot(location: string): boolean {
    return location === '/' || location === this.#base
  }

  async #findBase(): Promise<string> {
    if (this.#base !== undefined) return this.#base
    const home = await homeOf(this.#files)
    const { workingDirectory = '' } = this.#files
    this.#base = normalizePath(`${home}/${workingDirectory}`) ?? home
    return this.#base
  }
}

function checked(location: string, path: string): string {
  const isTooLong =
    Buffer.byteLength(location) > longestPath ||
    (location.length > longestName / 4 && location.split('/').some((name) => Buffer.byteLength(name) > longestName))
  if (!isTooLong) return location
  throw new FilesystemError(`The name is too long: ${path}`, 'EINVAL', path)
}
