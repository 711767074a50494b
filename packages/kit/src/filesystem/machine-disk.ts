import type {
  AbortOptions,
  CopyOptions,
  DeleteFileOptions,
  FileContent,
  FileEntry,
  FileStat,
  FilesystemGrepOptions,
  FilesystemGrepResult,
  FilesystemIcon,
  FilesystemInfo,
  MkdirOptions,
  ReaddirOptions,
  ReadFileOptions,
  ReadStreamOptions,
  RmdirOptions,
  WalkEntry,
  WalkOptions,
  WorkspaceFilesystem,
  WriteFileOptions,
} from '@caisson/core/workspace'
import {
  checkStreamRange,
  checkWholeNumber,
  checkWriteOptions,
  createId,
  decodeContent,
  encodeContent,
  extensionSet,
  grepFilesystem,
} from '@caisson/core/driver'
import type { Readable } from 'node:stream'
import { describeEntry, entryExists } from './describe-entry.js'
import { DiskAccess } from './disk-access.js'
import { listDirectory } from './list-directory.js'
import { makeDirectory } from './make-directory.js'
import { openReadStream } from './open-read-stream.js'
import { readWholeFile } from './read-file.js'
import type { MachineFiles } from './machine-files.js'
import { modeScript, realPathScript } from './scripts/look-scripts.js'
import { copyScript, deleteScript, moveScript } from './scripts/tree-scripts.js'
import { appendToFile, writeFromSource, writeWholeFile } from './write-file.js'

/** What a disk is called, and how it is reached. */
export interface MachineDiskConfig {
  readonly files: MachineFiles
  /** Name of the class, for messages. */
  readonly name: string
  /** Name of the vendor, as providers have it. */
  readonly provider: string
  /** What ids begin with. */
  readonly idPrefix: string
  /** For people, such as "Acme disk". */
  readonly displayName: string
  readonly description: string
}

/**
 * The disk of an attached machine of any vendor, by the vendor's file API and by shell scripts of one request each.
 *
 * Relative paths start at the working directory, absolute ones reach the whole machine; `..` does not lead out of the place
 * where a relative path starts. Writes replace a file in one step and keep its mode, and its owner where the machine's user
 * may. `createdAt` is the time of the last change, since vendors tell no other; links that are listed have no size.
 *
 * Every operation throws `FilesystemError`s (see `WorkspaceFilesystem`), a wrong option is `SandboxError`
 * `INVALID_ARGUMENT` before anything happens, and errors of the machine pass as the vendor threw them. Needs GNU find and
 * coreutils in the machine: `EUNSUPPORTED` says that they are missing.
 */
export class MachineDisk extends DiskAccess implements WorkspaceFilesystem {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly icon: FilesystemIcon = 'cloud'
  readonly displayName: string
  readonly description: string

  constructor({ files, name, provider, idPrefix, displayName, description }: MachineDiskConfig) {
    super(files)
    this.id = createId(idPrefix)
    this.name = name
    this.provider = provider
    this.displayName = displayName
    this.description = description
  }

  async readFile(path: string, options: ReadFileOptions = {}): Promise<string | Buffer> {
    checkWriteOptions({ encoding: options.encoding })
    return this.atFile('readFile', path, options, async (target) =>
      decodeContent(await readWholeFile(this.files, target), options.encoding, path),
    )
  }

  async readStream(path: string, options: ReadStreamOptions = {}): Promise<Readable> {
    checkStreamRange(options)
    return this.atFile('readStream', path, options, async (target) => openReadStream(this.files, target, options))
  }

  async writeFile(path: string, content: FileContent, options: WriteFileOptions = {}): Promise<void> {
    checkWriteOptions(options)
    const bytes = encodeContent(content, options.encoding)
    await this.atFile('writeFile', path, options, async (target) => writeWholeFile(this.files, target, bytes, options))
  }

  async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options: WriteFileOptions = {},
  ): Promise<void> {
    checkWriteOptions(options)
    await this.atFile('writeStream', path, options, async (target) =>
      writeFromSource(this.files, target, source, options),
    )
  }

  async appendFile(path: string, content: FileContent, options: AbortOptions = {}): Promise<void> {
    const bytes = encodeContent(content)
    await this.atFile('appendFile', path, options, async (target) => appendToFile(this.files, target, bytes))
  }

  async deleteFile(path: string, options: DeleteFileOptions = {}): Promise<void> {
    const { recursive = false, force = false } = options
    await this.atFile('deleteFile', path, options, async (target) => {
      this.checkNotRoot(target)
      await this.script(deleteScript(target.location, { expect: 'file', recursive, force }), target)
    })
  }

  async rmdir(path: string, options: RmdirOptions = {}): Promise<void> {
    const { recursive = false, force = false } = options
    await this.at('rmdir', path, options, 'directory', async (target) => {
      this.checkNotRoot(target)
      await this.script(deleteScript(target.location, { expect: 'directory', recursive, force }), target)
    })
  }

  async copyFile(source: string, destination: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = false } = options
    const transfer = { overwrite, recursive, temporaryName: `${createId('.caisson')}.tmp` }
    await this.atFiles('copyFile', [source, destination], options, async (from, to) => {
      await this.script(copyScript(from.location, to.location, transfer), from, to)
    })
  }

  async moveFile(source: string, destination: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = true } = options
    const transfer = { overwrite, recursive, temporaryName: `${createId('.caisson')}.tmp` }
    await this.atFiles('moveFile', [source, destination], options, async (from, to) => {
      this.checkNotRoot(from)
      await this.script(moveScript(from.location, to.location, transfer), from, to)
    })
  }

  async mkdir(path: string, options: MkdirOptions = {}): Promise<void> {
    const { recursive = true } = options
    await this.at('mkdir', path, options, 'directory', async (target) => makeDirectory(this.files, target, recursive))
  }

  async readdir(path: string, options: ReaddirOptions = {}): Promise<FileEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const extensions = extensionSet(options.extension, 'extension')
    const maxDepth = options.recursive === true ? (options.maxDepth ?? 100) : 1
    return this.at('readdir', path, options, 'directory', async (target) =>
      listDirectory(this.files, target, { maxDepth, extensions, includeHidden: true }),
    )
  }

  async walk(path: string, options: WalkOptions = {}): Promise<WalkEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const { maxDepth = Infinity, includeHidden = false } = options
    return this.at('walk', path, options, 'directory', async (target) => {
      const entries = await listDirectory(this.files, target, { maxDepth, includeHidden })
      return entries.map((entry) => ({
        ...entry,
        path: entry.name,
        name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
      }))
    })
  }

  /** Lists with one request and reads one file after another. See `grepFilesystem` for what is searched. */
  async grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]> {
    return grepFilesystem(this, options)
  }

  async exists(path: string, options: AbortOptions = {}): Promise<boolean> {
    return this.at('exists', path, options, 'file', async (target) => entryExists(this.files, target))
  }

  async stat(path: string, options: AbortOptions = {}): Promise<FileStat> {
    return this.at('stat', path, options, 'file', async (target) =>
      describeEntry(this.files, target, this.paths.show(target.location)),
    )
  }

  async setPermissions(path: string, mode: number, options: AbortOptions = {}): Promise<void> {
    checkWriteOptions({ mode })
    await this.atFile('setPermissions', path, options, async (target) => {
      await this.script(modeScript(target.location, mode), target)
    })
  }

  /** The path with all links resolved, in the form that `stat().path` has. */
  async realpath(path: string): Promise<string> {
    return this.at('realpath', path, {}, 'file', async (target) => {
      const said = await this.script(realPathScript(target.location), target)
      return this.paths.show(said.toString())
    })
  }

  getInstructions(): string {
    const { base } = this.paths
    const start = base === undefined ? "the user's home directory" : `"${base}"`
    return `Files of the sandbox. Relative paths start at ${start}, absolute paths reach the whole machine.`
  }

  getInfo(): FilesystemInfo {
    const { id, name, provider, status, error, icon } = this
    const info = { id, name, provider, status, icon, readOnly: false }
    return error === undefined ? info : { ...info, error }
  }
}
