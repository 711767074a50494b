import type { FSWatcher } from 'node:fs'
import { watch } from 'node:fs'
import path from 'node:path'
import { systemCode } from '../../../../daemon/system-error.js'
import { changeBetween, look, lookAt } from './directory-state.js'
import type { SeenFile } from './directory-state.js'

/** What happened below a watched directory. */
export interface WatchEvent {
  /** Relative to the watched directory. */
  readonly name: string
  readonly type: 'create' | 'write' | 'remove' | 'rename' | 'chmod'
}

interface WatchedDirectory {
  readonly watcher: FSWatcher
  readonly seen: Map<string, SeenFile>
}

/** Watches one directory, and those below it where asked to. */
export class DirectoryWatcher {
  readonly #top: string
  readonly #isRecursive: boolean
  readonly #onEvent: (event: WatchEvent) => void
  readonly #directories = new Map<string, WatchedDirectory>()
  /** Notices are handled one after the other, in the order in which they came. */
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(top: string, isRecursive: boolean, onEvent: (event: WatchEvent) => void) {
    this.#top = top
    this.#isRecursive = isRecursive
    this.#onEvent = onEvent
  }

  async start(): Promise<void> {
    await this.#add('', false)
  }

  close(): void {
    this.#isClosed = true
    for (const { watcher } of this.#directories.values()) watcher.close()
    this.#directories.clear()
  }

  /** Watches a directory; what is found in one that is new has been created too. */
  async #add(directory: string, isNew: boolean): Promise<void> {
    if (this.#isClosed || this.#directories.has(directory)) return
    const watcher = this.#open(directory)
    if (watcher === undefined) return
    const seen = await lookAt(path.join(this.#top, directory))
    this.#directories.set(directory, { watcher, seen })
    for (const [name, file] of seen) {
      const child = path.join(directory, name)
      if (isNew) this.#tell(child, 'create')
      if (isNew && !file.isDirectory && file.size > 0n) this.#tell(child, 'write')
      if (file.isDirectory && this.#isRecursive) await this.#add(child, isNew)
    }
  }

  #open(directory: string): FSWatcher | undefined {
    const notice = (kind: string, name: string | null): void => {
      if (name === null) return
      this.#work = this.#work.then(() => this.#handle(directory, name, kind)).catch(() => this.#drop(directory))
    }
    try {
      const watcher = watch(path.join(this.#top, directory), { persistent: false }, notice)
      watcher.on('error', () => this.#drop(directory))
      return watcher
    } catch (error) {
      if (directory !== '' && systemCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async #handle(directory: string, name: string, notice: string): Promise<void> {
    const watched = this.#directories.get(directory)
    if (watched === undefined || this.#isClosed) return
    const child = path.join(directory, name)
    const before = watched.seen.get(name)
    const now = await look(path.join(this.#top, child))
    const change = changeBetween(before, now, notice)
    if (now === undefined) watched.seen.delete(name)
    else watched.seen.set(name, now)
    if (change === 'none') return
    if (change === 'gone') await this.#leave(child, before)
    else this.#tell(child, change)
    if (change === 'create' && now?.isDirectory === true && this.#isRecursive) await this.#add(child, true)
  }

  async #leave(child: string, before: SeenFile | undefined): Promise<void> {
    if (before?.isDirectory === true) this.#dropBelow(child)
    this.#tell(child, (await this.#isElsewhere(before)) ? 'rename' : 'remove')
  }

  /** Whether a file that left its place is now at another one that is watched: then it was moved. */
  async #isElsewhere(before: SeenFile | undefined): Promise<boolean> {
    if (before === undefined) return false
    const directories = await Promise.all(
      [...this.#directories.keys()].map((directory) => lookAt(path.join(this.#top, directory))),
    )
    return directories.some((files) => [...files.values()].some(({ identity }) => identity === before.identity))
  }

  #dropBelow(child: string): void {
    for (const directory of this.#directories.keys()) {
      if (directory === child || directory.startsWith(`${child}/`)) this.#drop(directory)
    }
  }

  #drop(directory: string): void {
    this.#directories.get(directory)?.watcher.close()
    this.#directories.delete(directory)
  }

  #tell(name: string, type: WatchEvent['type']): void {
    if (!this.#isClosed) this.#onEvent({ name, type })
  }
}
