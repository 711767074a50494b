import { lstatSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { PermissionError } from '../../errors/filesystem-errors.js'
import { isInside } from './is-inside.js'
import { resolveDeepest } from './resolve-deepest.js'

/** The directories a local filesystem may touch, as configured and as they really are. */
export class LocalRoots {
  readonly base: string
  readonly contained: boolean
  #allowed: readonly string[] = []
  #real: readonly string[] = []

  constructor(base: string, contained: boolean, allowedPaths: readonly string[]) {
    this.base = resolve(expandHome(base))
    this.contained = contained
    this.setAllowed(allowedPaths)
  }

  /** Absolute, in the order given. */
  get allowed(): readonly string[] {
    return this.#allowed
  }

  setAllowed(allowedPaths: readonly string[]): void {
    this.#allowed = allowedPaths.map((path) => resolve(this.base, expandHome(path)))
    this.#real = []
  }

  /**
   * The absolute path that a path of the caller means. Judged by its text only; what links do to it is checked on use.
   *
   * @throws PermissionError with a hint when it lies outside.
   */
  locate(path: string, operation: string): string {
    const location = this.find(path)
    if (location !== undefined) return location
    throw new PermissionError(path, `${operation} (outside the filesystem; ${this.#hint(path)})`)
  }

  /** Like `locate`; undefined instead of an error. */
  find(path: string): string | undefined {
    const location = resolve(this.base, expandHome(path))
    return !this.contained || this.#named(location) ? location : undefined
  }

  /** Whether a path without links lies in a root. Looks at the roots again before it says no. */
  async allows(realPath: string): Promise<boolean> {
    if (!this.contained || this.#real.some((root) => isInside(root, realPath))) return true
    this.#real = await Promise.all([this.base, ...this.#allowed].map((root) => resolveDeepest(root)))
    return this.#real.some((root) => isInside(root, realPath))
  }

  /** Below the base: relative to it, with `/`, `.` for the base itself. Elsewhere: absolute. */
  show(location: string): string {
    for (const base of [this.base, ...this.#real.slice(0, 1)]) {
      if (isInside(base, location)) return relative(base, location).split(sep).join('/') || '.'
    }
    return location.split(sep).join('/')
  }

  isRoot(location: string): boolean {
    return location === this.base || location === this.#real[0]
  }

  #named(location: string): boolean {
    return [this.base, ...this.#allowed, ...this.#real].some((root) => isInside(root, location))
  }

  #hint(path: string): string {
    const inner = path.replace(/^[/\\]+/, '')
    const [first] = inner.split(/[/\\]/)
    const looksRelative = isAbsolute(path) && first !== undefined && first !== '' && first !== '..'
    if (looksRelative && lstatSync(join(this.base, first), { throwIfNoEntry: false })) {
      return `use the relative path "${inner}"`
    }
    return 'use a path relative to its root'
  }
}

/** `~` and `~/x` stand for the home directory; `~x` is a name like any other. */
function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}
