import type { E2BFileAccess } from './disk-options.js'
import { FilesystemError, PermissionError } from '@caisson/core'
import { normalizePath, relativePath } from '@caisson/core/driver'

/** Bounds of Linux, in bytes. */
const longestName = 255
const longestPath = 4095

/** The default directory of each attached machine, once it is known. */
const directories = new WeakMap<object, Map<string, Promise<string>>>()

/** What the paths of a caller mean in the machine. */
export class DiskPaths {
  readonly #access: E2BFileAccess
  #base: string | undefined

  constructor(access: E2BFileAccess) {
    this.#access = access
    const { workingDirectory } = access
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
    const home = await defaultDirectory(this.#access)
    const { workingDirectory = '' } = this.#access
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

/** Asked once per attachment; a failure is not remembered. */
async function defaultDirectory({ files, user }: E2BFileAccess): Promise<string> {
  const known = directories.get(files) ?? new Map<string, Promise<string>>()
  directories.set(files, known)
  const key = user ?? ''
  const asked = known.get(key) ?? files.getInfo('', user === undefined ? {} : { user }).then(({ path }) => path)
  known.set(key, asked)
  try {
    return await asked
  } catch (error) {
    known.delete(key)
    throw error
  }
}
