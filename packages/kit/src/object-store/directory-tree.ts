import type { FileEntry } from '@caisson/core/workspace'
import { hasExtension } from '@caisson/core/driver'

/** What a listing contains. */
export interface ListOptions {
  /** 1: only the directory itself. */
  readonly maxDepth: number
  /** Only files with one of these extensions; directories are listed all the same. */
  readonly extensions?: ReadonlySet<string> | undefined
  readonly includeHidden: boolean
}

/**
 * The files and directories that keys stand for. A key that no path can name, since it has an empty, `.` or `..` segment,
 * shows only the directories down to that segment. A name that is both a file and a directory is there as both.
 */
export class DirectoryTree {
  readonly #options: ListOptions
  readonly #directories = new Map<string, number>()
  readonly #files = new Map<string, number>()

  constructor(options: ListOptions) {
    this.#options = options
  }

  /** Takes a key, seen from the listed directory; one that ends in `/` is a directory. */
  add(inner: string, size: number): void {
    const { maxDepth, extensions } = this.#options
    let depth = 1
    let start = 0
    for (let slash = inner.indexOf('/'); slash !== -1; slash = inner.indexOf('/', start)) {
      if (depth > maxDepth || !this.#isShown(inner.slice(start, slash))) return
      this.#directories.set(inner.slice(0, slash), depth)
      start = slash + 1
      depth++
    }
    const name = inner.slice(start)
    if (depth > maxDepth || !this.#isShown(name)) return
    if (extensions === undefined || hasExtension(name, extensions)) this.#files.set(inner, size)
  }

  directoriesAt(depth: number): string[] {
    return [...this.#directories].filter(([, own]) => own === depth).map(([inner]) => `${inner}/`)
  }

  /** In order of their names, each directory before its content. */
  entries(): FileEntry[] {
    const directories = Array.from(this.#directories.keys(), (name): FileEntry => ({ name, type: 'directory' }))
    const files = Array.from(this.#files, ([name, size]): FileEntry => ({ name, type: 'file', size }))
    return [...files, ...directories]
      .map((entry) => ({ entry, order: entry.name.replaceAll('/', '\0') }))
      .toSorted((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
      .map(({ entry }) => entry)
  }

  #isShown(name: string): boolean {
    if (name === '' || name === '.' || name === '..') return false
    return this.#options.includeHidden || !name.startsWith('.')
  }
}
