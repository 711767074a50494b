import type { Readable } from 'node:stream'
import type * as contract from '../../contract/filesystem.js'
import type { AbortOptions } from '../../contract/lifecycle.js'
import type { FilesystemMountConfig } from '../../contract/filesystem.js'
import type { RequestScope } from '../../contract/request-context.js'
import type { InstructionsOption } from '../../contract/sandbox.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { createId } from '../../util/ids.js'
import { checkMode } from '../check-mode.js'
import { checkStreamRange } from '../check-stream-range.js'
import { checkWholeNumber } from '../check-whole-number.js'
import { checkWriteOptions } from '../check-write-options.js'
import { checkEncoding } from '../content/check-encoding.js'
import { encodeContent } from '../content/encode-content.js'
import { checkPath } from '../paths/check-path.js'
import { extensionSet } from '../paths/extension-set.js'
import { resolveInstructions } from '../resolve-instructions.js'
import { grepFilesystem } from '../search/grep-filesystem.js'
import { appendToFile } from './append-to-file.js'
import { checkLocalOptions } from './check-local-options.js'
import { copyEntry } from './copy-entry.js'
import { deleteEntry } from './delete-entry.js'
import { describeFile } from './describe-file.js'
import { entryExists } from './entry-exists.js'
import { LocalAccess } from './local-access.js'
import type { LocalFilesystemOptions } from './local-filesystem-options.js'
import { localInstructions } from './local-instructions.js'
import { makeDirectory } from './make-directory.js'
import { moveEntry } from './move-entry.js'
import { openReadStream } from './open-read-stream.js'
import { readContent } from './read-content.js'
import { replaceFile } from './replace-file.js'
import { writeFromSource } from './write-from-source.js'
import { writePieces } from './write-pieces.js'

/**
 * A directory of the host.
 *
 * Relative paths start at `basePath`; absolute ones are paths of the host. An empty path is the root where a directory is
 * meant (`readdir`, `stat`, `walk` …) and `EINVAL` where a file is. With `contained` (the default) nothing outside
 * `basePath` and `allowedPaths` is read, listed or changed, whatever links say and however they change meanwhile. Writes
 * replace a file in one step and keep its mode, and its owner where the system allows; other hard links keep the old
 * content. Data is handed to the operating system, not forced to the disk.
 *
 * Every operation throws `FilesystemError`s (see `WorkspaceFilesystem`); a change of a read-only filesystem throws
 * `WorkspaceReadOnlyError`, a wrong option `SandboxError` `INVALID_ARGUMENT` before anything happens.
 */
export class LocalFilesystem extends LocalAccess implements contract.WorkspaceFilesystem {
  readonly id: string
  readonly name: string = 'LocalFilesystem'
  readonly provider: string = 'local'
  readonly icon: contract.FilesystemIcon = 'local'
  readonly displayName: string = 'Local directory'
  readonly description: string = 'A directory of the host.'
  readonly #instructions: InstructionsOption | undefined

  /** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong. Touches nothing on the disk. */
  constructor(options: LocalFilesystemOptions) {
    super(options)
    this.id = options.id ?? createId('local-fs')
    this.#instructions = options.instructions
  }

  /** Absolute. */
  get basePath(): string {
    return this.roots.base
  }

  get contained(): boolean {
    return this.roots.contained
  }

  /** Absolute. */
  get allowedPaths(): readonly string[] {
    return this.roots.allowed
  }

  /** Replaces the allowed paths, for all operations that start from now on. */
  setAllowedPaths(paths: string[] | ((previous: readonly string[]) => string[])): void {
    const allowedPaths = typeof paths === 'function' ? paths(this.roots.allowed) : paths
    checkLocalOptions({ basePath: this.basePath, allowedPaths })
    if (!Array.isArray(allowedPaths)) {
      throw invalidArgument({ name: 'allowedPaths', expected: 'an array of paths', given: allowedPaths })
    }
    this.roots.setAllowed(allowedPaths)
  }

  async readFile(path: string, options: contract.ReadFileOptions = {}): Promise<string | Buffer> {
    checkEncoding(options.encoding)
    return this.atFile('readFile', path, options, async (target) =>
      readContent(await this.guard.openFile(target), target, options.encoding),
    )
  }

  async readStream(path: string, options: contract.ReadStreamOptions = {}): Promise<Readable> {
    checkStreamRange(options)
    return this.atFile('readStream', path, options, async (target) => openReadStream(this.guard, target, options))
  }

  async writeFile(path: string, content: contract.FileContent, options: contract.WriteFileOptions = {}): Promise<void> {
    this.checkWritable('writeFile')
    checkWriteOptions(options)
    const bytes = encodeContent(content, options.encoding)
    await this.atFile('writeFile', path, options, async (target) =>
      replaceFile(this.guard, target, options, async (descriptor) => writePieces(descriptor, bytes, target)),
    )
  }

  async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options: contract.WriteFileOptions = {},
  ): Promise<void> {
    this.checkWritable('writeStream')
    checkWriteOptions(options)
    await this.atFile('writeStream', path, options, async (target) =>
      writeFromSource(this.guard, target, source, options),
    )
  }

  async appendFile(path: string, content: contract.FileContent, options: AbortOptions = {}): Promise<void> {
    this.checkWritable('appendFile')
    const bytes = encodeContent(content)
    await this.atFile('appendFile', path, options, async (target) => appendToFile(this.guard, target, bytes))
  }

  async deleteFile(path: string, options: contract.DeleteFileOptions = {}): Promise<void> {
    this.checkWritable('deleteFile')
    const { recursive = false, force = false } = options
    await this.atFile('deleteFile', path, options, async (target) =>
      deleteEntry(this.guard, target, { expect: 'file', recursive, force }),
    )
  }

  async copyFile(source: string, destination: string, options: contract.CopyOptions = {}): Promise<void> {
    this.checkWritable('copyFile')
    const { overwrite = true, recursive = false } = options
    await this.atFiles('copyFile', [source, destination], options, async (from, to) =>
      copyEntry(this.guard, from, to, { overwrite, recursive, keepTimes: false }),
    )
  }

  async moveFile(source: string, destination: string, options: contract.CopyOptions = {}): Promise<void> {
    this.checkWritable('moveFile')
    const { overwrite = true, recursive = true } = options
    await this.atFiles('moveFile', [source, destination], options, async (from, to) =>
      moveEntry(this.guard, from, to, { overwrite, recursive }),
    )
  }

  async mkdir(path: string, options: contract.MkdirOptions = {}): Promise<void> {
    this.checkWritable('mkdir')
    const { recursive = true } = options
    await this.at('mkdir', path, options, 'directory', async (target) => makeDirectory(this.guard, target, recursive))
  }

  async rmdir(path: string, options: contract.RmdirOptions = {}): Promise<void> {
    this.checkWritable('rmdir')
    const { recursive = false, force = false } = options
    await this.at('rmdir', path, options, 'directory', async (target) =>
      deleteEntry(this.guard, target, { expect: 'directory', recursive, force }),
    )
  }

  async readdir(path: string, options: contract.ReaddirOptions = {}): Promise<contract.FileEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const extensions = extensionSet(options.extension, 'extension')
    const maxDepth = options.recursive === true ? (options.maxDepth ?? 100) : 1
    return this.list('readdir', path, options, { maxDepth, extensions, includeHidden: true })
  }

  async walk(path: string, options: contract.WalkOptions = {}): Promise<contract.WalkEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    const { maxDepth = Infinity, includeHidden = false } = options
    const entries = await this.list('walk', path, options, { maxDepth, includeHidden })
    return entries.map((entry) => ({
      ...entry,
      path: entry.name,
      name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
    }))
  }

  /** See `grepFilesystem` for what is searched and how a pattern that runs away is stopped. */
  async grep(options: contract.FilesystemGrepOptions): Promise<contract.FilesystemGrepResult[]> {
    return grepFilesystem(this, options)
  }

  async exists(path: string, options: AbortOptions = {}): Promise<boolean> {
    return this.at('exists', path, options, 'file', async (target) => entryExists(this.guard, target))
  }

  async stat(path: string, options: AbortOptions = {}): Promise<contract.FileStat> {
    return this.at('stat', path, options, 'file', async (target) => describeFile(this.guard, target))
  }

  async setPermissions(path: string, mode: number, options: AbortOptions = {}): Promise<void> {
    this.checkWritable('setPermissions')
    checkMode(mode)
    await this.atFile('setPermissions', path, options, async (target) => this.guard.setMode(target, mode))
  }

  /** The path with all links resolved, in the form that `stat().path` has. */
  async realpath(path: string): Promise<string> {
    return this.at('realpath', path, {}, 'file', async (target) => this.roots.show(await this.guard.realPath(target)))
  }

  /** The path on the host, links not resolved; undefined for a path that would be refused. */
  resolveAbsolutePath(path: string): string | undefined {
    checkPath(path)
    return this.roots.find(path)
  }

  getMountConfig(): FilesystemMountConfig {
    return { type: 'local', basePath: this.basePath }
  }

  getInstructions(scope?: RequestScope): string {
    return resolveInstructions(this.#instructions, () => localInstructions(this.roots, this.readOnly === true), scope)
  }

  getInfo(): contract.FilesystemInfo {
    const { id, name, provider, status, error, icon, basePath, contained, allowedPaths } = this
    const info = { id, name, provider, status, icon, readOnly: this.readOnly === true }
    const metadata = { basePath, contained, ...(allowedPaths.length > 0 ? { allowedPaths: [...allowedPaths] } : {}) }
    return error === undefined ? { ...info, metadata } : { ...info, error, metadata }
  }
}
