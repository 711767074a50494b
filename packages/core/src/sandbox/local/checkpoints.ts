import { cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../../contract/logger.js'
import { SandboxProviderError } from '../../errors/sandbox-errors.js'
import { systemCode } from './start-failure.js'

/** Which checkpoints a sandbox uses. */
export interface CheckpointOptions {
  /** Absolute. */
  readonly directory: string
  /** The one it saves to and boots from. */
  readonly name: string | undefined
  /** The one it boots from when `name` has no stored state. */
  readonly seedName: string | undefined
  readonly logger: () => Logger
}

/**
 * Checkpoints of a working directory: copies of it under a name. A checkpoint is complete or not there: it is copied
 * beside its place and moved in; while that happens the old one is kept as a backup, which counts if it is all there is.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions
  #lastSave: Promise<unknown> = Promise.resolve()

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  /** Whether there is a name to save to. */
  get isNamed(): boolean {
    return this.#options.name !== undefined
  }

  /** The names, for `getInfo()`. */
  describe(): { checkpointName?: string; seedCheckpointName?: string; checkpointsDirectory?: string } {
    const { name, seedName, directory } = this.#options
    if (name === undefined && seedName === undefined) return {}
    return {
      ...(name === undefined ? {} : { checkpointName: name }),
      ...(seedName === undefined ? {} : { seedCheckpointName: seedName }),
      checkpointsDirectory: directory,
    }
  }

  /** Saves the working directory. Calls are done one after the other. Links are saved as links, those in `without` not at all. */
  async save(workingDirectory: string, without: ReadonlySet<string>): Promise<void> {
    const { name } = this.#options
    if (name === undefined) return
    const save = this.#lastSave.then(() => this.#save(name, workingDirectory, without))
    this.#lastSave = save.catch(() => undefined)
    await save
  }

  /** Fills a working directory from the stored state, if there is one and the directory is empty. */
  async restore(workingDirectory: string): Promise<void> {
    const { name, seedName, logger } = this.#options
    if (name === undefined && seedName === undefined) return
    if ((await readdir(workingDirectory)).length > 0) return
    const stored = (await this.#find(name)) ?? (await this.#find(seedName))
    if (stored) return this.#fill(workingDirectory, stored)
    if (seedName !== undefined)
      logger().warn(`There is no checkpoint ${seedName} to start from; the sandbox starts empty`)
  }

  async #save(name: string, workingDirectory: string, without: ReadonlySet<string>): Promise<void> {
    const { directory } = this.#options
    await mkdir(directory, { recursive: true })
    const work = await mkdtemp(path.join(directory, '.tmp-'))
    try {
      const copy = path.join(work, 'copy')
      await this.#copy(workingDirectory, copy, without)
      await this.#replace(path.join(directory, name), copy, this.#backupOf(name))
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }

  async #replace(place: string, copy: string, backup: string): Promise<void> {
    if (!(await isThere(place))) {
      await rename(copy, place)
    } else {
      await rm(backup, { recursive: true, force: true })
      await rename(place, backup)
      try {
        await rename(copy, place)
      } catch (error) {
        await rename(backup, place)
        throw error
      }
    }
    await rm(backup, { recursive: true, force: true })
  }

  async #find(name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined
    const places = [path.join(this.#options.directory, name), this.#backupOf(name)]
    for (const place of places) if (await isThere(place)) return place
    return undefined
  }

  /** The directory is replaced as a whole, so that an interrupted start leaves it empty and is repeated by the next one. */
  async #fill(workingDirectory: string, stored: string): Promise<void> {
    let work: string | undefined
    try {
      work = await mkdtemp(path.join(path.dirname(workingDirectory), '.seed-'))
      const copy = path.join(work, 'copy')
      await this.#copy(stored, copy, new Set())
      await rename(copy, workingDirectory)
    } catch (error) {
      // A disk of its own is mounted there, or the directory above is not ours: then it is filled in place.
      if (!irreplaceable.has(systemCode(error))) throw error
      await this.#copy(stored, workingDirectory, new Set())
    } finally {
      if (work) await rm(work, { recursive: true, force: true })
    }
  }

  async #copy(source: string, target: string, without: ReadonlySet<string>): Promise<void> {
    await cp(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      errorOnExist: true,
      force: false,
      filter: async (entry) => entry === source || (!without.has(entry) && (await this.#isStorable(entry))),
    })
  }

  /** Sockets and pipes belong to running processes and mean nothing later. */
  async #isStorable(entry: string): Promise<boolean> {
    try {
      const stats = await lstat(entry)
      if (stats.isFile() || stats.isDirectory() || stats.isSymbolicLink()) return true
    } catch (error) {
      // Removed by a process while it is copied: then it is as if it had been removed before.
      if (systemCode(error) !== 'ENOENT') throw error
    }
    this.#options.logger().debug(`A checkpoint leaves out ${entry}`)
    return false
  }

  /** A name begins with a letter or digit, so that no checkpoint is another one's backup. */
  #backupOf(name: string): string {
    return path.join(this.#options.directory, `.bak-${name}`)
  }
}

/** Codes that say that a directory cannot be replaced by another one. */
const irreplaceable: ReadonlySet<string> = new Set(['EXDEV', 'EBUSY', 'EACCES', 'EPERM', 'EROFS'])

async function isThere(place: string): Promise<boolean> {
  try {
    if ((await lstat(place)).isDirectory()) return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
  throw new SandboxProviderError(
    `Not a checkpoint: ${place} is not a directory`,
    'CONFLICT',
    { place },
    { provider: 'local' },
  )
}
