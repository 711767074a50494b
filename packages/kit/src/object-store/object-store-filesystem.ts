import {
  FilesystemError,
  type AbortOptions,
  type CopyOptions,
  type DeleteFileOptions,
  type FileContent,
  type FileEntry,
  type FileStat,
  type FilesystemGrepOptions,
  type FilesystemGrepResult,
  type FilesystemInfo,
  type InstructionsOption,
  type MkdirOptions,
  type ReaddirOptions,
  type ReadFileOptions,
  type ReadStreamOptions,
  type RequestScope,
  type RmdirOptions,
  type WalkEntry,
  type WalkOptions,
  type WorkspaceFilesystem,
  type WriteFileOptions,
} from '@caisson/core/workspace'
import {
  checkFilePath,
  checkStreamRange,
  checkWholeNumber,
  checkWriteOptions,
  encodeContent,
  extensionSet,
  grepFilesystem,
  KeyedLock,
  resolveInstructions,
} from '@caisson/core/driver'
import type { Readable } from 'node:stream'
import { appendToObject } from './append-object.js'
import { copyEntry, moveEntry } from './copy-entry.js'
import { deleteDirectoryAt, deleteFileAt } from './delete-entry.js'
import { describeObject, objectExists } from './describe-object.js'
import { listDirectory } from './list-directory.js'
import { makeDirectory } from './make-directory.js'
import { ObjectStoreAccess } from './object-store-access.js'
import type { ObjectStoreConfig } from './object-store-config.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import { readObject, streamObject } from './read-object.js'
import { SeenVersions } from './seen-versions.js'
import { storeInstructions } from './store-instructions.js'
import { writeObject } from './write-object.js'
import { writeFromSource } from './write-stream.js'

/**
 * A bucket, or what is below a prefix of it, as a tree of files.
 *
 * A file is an object. A directory is there when something is in it, or by an empty object whose key ends in `/`, as
 * `mkdir` makes it; a directory whose last entry is deleted or moved away stays. The root is always there. `..` does not
 * lead out of it. Reading, writing and looking at a file is one request each.
 *
 * Buckets are no trees, and a write does not look around first: one may be made at the path of a directory, or below a
 * file. Nothing is lost or hidden then: `stat` and `readFile` give the file, `readdir` and `rmdir` the directory, and
 * listings name both. There are no permission bits (a `mode` is `EUNSUPPORTED`) and no links.
 *
 * Every operation throws `FilesystemError`s (see `WorkspaceFilesystem`) with the error of the store as cause: what is
 * refused is `EACCES` and sets `status` to `error` until something is accepted, a missing bucket is `ENOTREADY`, never
 * "no such file". A change of a read-only filesystem throws `WorkspaceReadOnlyError`, a wrong option `SandboxError`
 * `INVALID_ARGUMENT`, both before anything is sent. Only reading is ever repeated.
 */
export class ObjectStoreFilesystem<Driver extends ObjectStoreDriver = ObjectStoreDriver>
  extends ObjectStoreAccess<Driver>
  implements WorkspaceFilesystem
{
  readonly #instructions: InstructionsOption | undefined
  readonly #metadata: Readonly<Record<string, unknown>>
  readonly #seen = new SeenVersions()
  readonly #appends = new KeyedLock()

  /** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong; FilesystemError `EINVAL` for the prefix. */
  constructor(config: ObjectStoreConfig<Driver>) {
    super(config)
    this.#instructions = config.instructions
    this.#metadata = config.metadata ?? {}
  }

  async readFile(path: string, options: ReadFileOptions = {}): Promise<string | Buffer> {
    checkWriteOptions({ encoding: options.encoding })
    checkFilePath(path)
    return this.at('readFile', path, options, 'file', async (target) =>
      readObject(this.driver, target, options.encoding),
    )
  }

  async readStream(path: string, options: ReadStreamOptions = {}): Promise<Readable> {
    checkStreamRange(options)
    checkFilePath(path)
    return this.at('readStream', path, options, 'file', async (target) => streamObject(this.driver, target, options))
  }

  async writeFile(path: string, content: FileContent, options: WriteFileOptions = {}): Promise<void> {
    this.checkWritable('writeFile')
    checkWrite(path, options)
    const bytes = encodeContent(content, options.encoding)
    await this.change('writeFile', path, options, async (target) => {
      const { driver } = this
      const run = async (put: Parameters<Driver['put']>[2]): Promise<unknown> => driver.put(target.key, bytes, put)
      await writeObject({ driver, target, seen: this.#seen }, options, { isOnce: false, run })
    })
  }

  /** Holds about 5 MiB, and the parts that the store takes, in memory. */
  async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options: WriteFileOptions = {},
  ): Promise<void> {
    this.checkWritable('writeStream')
    checkWrite(path, options)
    const failure = await this.change('writeStream', path, options, async (target) =>
      writeFromSource({ driver: this.driver, target, seen: this.#seen }, source, options),
    )
    if (failure) throw failure.error
  }

  /** Reads the file and writes it anew, on condition that nobody changed it meanwhile; else it begins again. */
  async appendFile(path: string, content: FileContent, options: AbortOptions = {}): Promise<void> {
    this.checkWritable('appendFile')
    const bytes = encodeContent(content)
    await this.change('appendFile', path, options, async (target) =>
      this.#appends.run(target.key, async () => appendToObject(this.driver, target, bytes)),
    )
  }

  async deleteFile(path: string, options: DeleteFileOptions = {}): Promise<void> {
    const { recursive = false, force = false } = options
    await this.change('deleteFile', path, options, async (target) => {
      this.checkNotRoot(target)
      await deleteFileAt({ driver: this.driver, target, logger: this.logger, recursive, force })
    })
  }

  async rmdir(path: string, options: RmdirOptions = {}): Promise<void> {
    const { recursive = false, force = false } = options
    const remove = async (target: Parameters<typeof this.checkNotRoot>[0]): Promise<void> => {
      this.checkNotRoot(target)
      await deleteDirectoryAt({ driver: this.driver, target, logger: this.logger, recursive, force })
    }
    await this.change('rmdir', path, options, remove, 'directory')
  }

  /** Within the store. A copy of a directory that fails half way leaves what was copied. */
  async copyFile(source: string, destination: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = false } = options
    await this.transfer('copyFile', [source, destination], options, async (from, to) =>
      copyEntry({ driver: this.driver, source: from, destination: to, overwrite, recursive }),
    )
  }

  /**
   * Copies, then deletes what was copied. Stores have no other way, so while it runs both are there, and what others write
   * to a file after it was copied goes with it.
   */
  async moveFile(source: string, destination: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = true } = options
    await this.transfer('moveFile', [source, destination], options, async (from, to) => {
      this.checkNotRoot(from)
      const transfer = { driver: this.driver, source: from, destination: to, overwrite, recursive }
      await moveEntry(transfer, this.logger)
    })
  }

  async mkdir(path: string, options: MkdirOptions = {}): Promise<void> {
    const { recursive = true } = options
    const make = async (target: Parameters<typeof this.checkNotRoot>[0]): Promise<void> =>
      makeDirectory(this.driver, target, recursive)
    await this.change('mkdir', path, options, make, 'directory')
  }

  async readdir(path: string, options: ReaddirOptions = {}): Promise<FileEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const extensions = extensionSet(options.extension, 'extension')
    const maxDepth = options.recursive === true ? (options.maxDepth ?? 100) : 1
    return this.at('readdir', path, options, 'directory', async (target) =>
      listDirectory(this.driver, target, { maxDepth, extensions, includeHidden: true }),
    )
  }

  async walk(path: string, options: WalkOptions = {}): Promise<WalkEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const { maxDepth = Infinity, includeHidden = false } = options
    return this.at('walk', path, options, 'directory', async (target) => {
      const entries = await listDirectory(this.driver, target, { maxDepth, includeHidden })
      return entries.map((entry) => ({
        ...entry,
        path: entry.name,
        name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
      }))
    })
  }

  /** Lists as `walk` does and reads one file after another. See `grepFilesystem` for what is searched. */
  async grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]> {
    return grepFilesystem(this, options)
  }

  async exists(path: string, options: AbortOptions = {}): Promise<boolean> {
    return this.at('exists', path, options, 'file', async (target) => objectExists(this.driver, target))
  }

  async stat(path: string, options: AbortOptions = {}): Promise<FileStat> {
    return this.at('stat', path, options, 'file', async (target) => describeObject(this.driver, target, this.#seen))
  }

  /** The path in the form that `stat().path` has; there are no links to resolve. */
  async realpath(path: string): Promise<string> {
    const { path: shown } = await this.stat(path)
    return shown
  }

  getInstructions(scope?: RequestScope): string {
    return resolveInstructions(this.#instructions, () => storeInstructions(this, this.driver), scope)
  }

  getInfo(): FilesystemInfo {
    const { id, name, provider, status, error, icon, readOnly, prefix } = this
    const metadata = { bucket: this.driver.bucket, ...(prefix === '' ? {} : { prefix }), ...this.#metadata }
    const info = { id, name, provider, status, readOnly, metadata, ...(icon === undefined ? {} : { icon }) }
    return error === undefined ? info : { ...info, error }
  }
}

/** @throws FilesystemError `EUNSUPPORTED` for a mode: buckets have none */
function checkWrite(path: string, options: WriteFileOptions): void {
  checkWriteOptions(options)
  if (options.mode === undefined) return
  throw new FilesystemError(`Files in buckets have no permission bits: ${path}`, 'EUNSUPPORTED', path)
}
