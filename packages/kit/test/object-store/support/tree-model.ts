/** How a call on the model ended: a value, or the code of its error. */
export type Outcome = { readonly value: unknown } | { readonly code: string }

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** What a tree of files is, as plain as it gets: contents by path, and a set of directories. The root is ''. */
export class TreeModel {
  readonly files = new Map<string, string>()
  readonly directories = new Set<string>([''])

  /** What the model cannot follow a bucket in: a file at or around a directory. */
  isMixed(path: string): boolean {
    if (this.directories.has(path)) return true
    for (let above = parentOf(path); above !== ''; above = parentOf(above)) if (this.files.has(above)) return true
    return false
  }

  write(path: string, content: string, overwrite: boolean): Outcome {
    if (!overwrite && this.files.has(path)) return { code: 'EEXIST' }
    this.files.set(path, content)
    this.#makeAbove(path)
    return { value: undefined }
  }

  append(path: string, content: string): Outcome {
    return this.write(path, (this.files.get(path) ?? '') + content, true)
  }

  read(path: string): Outcome {
    const content = this.files.get(path)
    if (content !== undefined) return { value: content }
    return { code: this.directories.has(path) ? 'EISDIR' : 'ENOENT' }
  }

  stat(path: string): Outcome {
    if (this.files.has(path)) return { value: 'file' }
    return this.directories.has(path) ? { value: 'directory' } : { code: 'ENOENT' }
  }

  list(path: string): Outcome {
    if (!this.directories.has(path)) return { code: this.files.has(path) ? 'ENOTDIR' : 'ENOENT' }
    return { value: [...this.#below(path)].map((inner) => inner.slice(path === '' ? 0 : path.length + 1)).toSorted() }
  }

  mkdir(path: string): Outcome {
    if (this.files.has(path)) return { code: 'EEXIST' }
    if (this.isMixed(path) && !this.directories.has(path)) return { code: 'ENOTDIR' }
    this.directories.add(path)
    this.#makeAbove(path)
    return { value: undefined }
  }

  rmdir(path: string, recursive: boolean): Outcome {
    if (path === '') return { code: 'EACCES' }
    if (!this.directories.has(path)) return { code: this.files.has(path) ? 'ENOTDIR' : 'ENOENT' }
    if (!recursive && this.#below(path).length > 0) return { code: 'ENOTEMPTY' }
    return this.#remove(path)
  }

  delete(path: string, recursive: boolean): Outcome {
    if (path === '') return { code: 'EACCES' }
    if (this.files.has(path)) return this.#remove(path)
    if (!this.directories.has(path)) return { code: 'ENOENT' }
    return recursive ? this.#remove(path) : { code: 'EISDIR' }
  }

  copy(from: string, to: string, overwrite: boolean): Outcome {
    const refusal = this.#refuse(from, to, overwrite)
    if (refusal) return refusal
    if (from === to) return this.files.has(from) ? { value: undefined } : { code: 'EINVAL' }
    if (this.directories.has(from) && `${to}/`.startsWith(`${from}/`)) return { code: 'EINVAL' }
    this.#copyAll(from, to)
    return { value: undefined }
  }

  move(from: string, to: string, overwrite: boolean): Outcome {
    if (from === '') return { code: 'EACCES' }
    const refusal = this.#refuse(from, to, overwrite)
    if (refusal) return refusal
    if (from === to) return { value: undefined }
    if (this.directories.has(from) && `${to}/`.startsWith(`${from}/`)) return { code: 'EINVAL' }
    const isFull = this.directories.has(to) && (to === '' || this.#below(to).length > 0)
    if (isFull) return { code: 'ENOTEMPTY' }
    this.#copyAll(from, to)
    return this.#remove(from)
  }

  #refuse(from: string, to: string, overwrite: boolean): Outcome | undefined {
    const isFile = this.files.has(from)
    if (!isFile && !this.directories.has(from)) return { code: 'ENOENT' }
    if (!overwrite && (this.files.has(to) || this.directories.has(to))) return { code: 'EEXIST' }
    if (isFile && this.directories.has(to)) return { code: 'EISDIR' }
    if (isFile && to.startsWith(`${from}/`)) return { code: 'ENOTDIR' }
    return !isFile && this.files.has(to) ? { code: 'ENOTDIR' } : undefined
  }

  #copyAll(from: string, to: string): void {
    const moved = (path: string): string => [to, path.slice(from.length).replace(/^\//, '')].filter(Boolean).join('/')
    for (const path of [from, ...this.#below(from)]) {
      const content = this.files.get(path)
      if (content === undefined) this.directories.add(moved(path))
      else this.files.set(moved(path), content)
    }
    this.#makeAbove(to)
  }

  #remove(path: string): Outcome {
    for (const gone of [path, ...this.#below(path)]) {
      this.files.delete(gone)
      this.directories.delete(gone)
    }
    return { value: undefined }
  }

  #below(path: string): string[] {
    const start = path === '' ? '' : `${path}/`
    return [...this.files.keys(), ...this.directories].filter(
      (inner) => inner !== '' && inner.startsWith(start) && inner !== path,
    )
  }

  #makeAbove(path: string): void {
    for (let above = parentOf(path); above !== ''; above = parentOf(above)) this.directories.add(above)
  }
}
