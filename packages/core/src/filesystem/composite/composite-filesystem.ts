import type { Readable } from 'node:stream'
import type * as contract from '../../contract/filesystem.js'
import type { AbortOptions } from '../../contract/lifecycle.js'
import type { RequestScope } from '../../contract/request-context.js'
import type { InstructionsOption } from '../../contract/sandbox.js'
import { FileExistsError, FilesystemError } from '../../errors/filesystem-errors.js'
import { createId, currentTimeMs } from '../../util/ids.js'
import { BaseFilesystem } from '../base/base-filesystem.js'
import { checkMode } from '../check-mode.js'
import { checkWholeNumber } from '../check-whole-number.js'
import { isTextFileName } from '../content/is-text-file-name.js'
import { normalizePath } from '../paths/normalize-path.js'
import { resolveInstructions } from '../resolve-instructions.js'
import { readStreamOf } from '../streams/read-stream-of.js'
import { writeStreamTo } from '../streams/write-stream-to.js'
import { checkCompositeOptions } from './check-composite-options.js'
import { CompositeAccess } from './composite-access.js'
import type { CompositeFilesystemOptions } from './composite-filesystem-options.js'
import { grepComposite } from './composite-grep.js'
import { compositeInstructions } from './composite-instructions.js'
import { statComposite } from './composite-stat.js'
import { copyComposite } from './copy-composite.js'
import { describeMount } from './describe-mount.js'
import { destroyMounts } from './destroy-mounts.js'
import { initMounts } from './init-mounts.js'
import { listComposite } from './list-composite.js'
import { moveComposite } from './move-composite.js'
import type { MountMap } from './mount-map.js'
import { MountTable, type Route } from './mount-table.js'
import { realpathComposite } from './realpath-composite.js'
import { walkComposite } from './walk-composite.js'

/**
 * Several filesystems as one tree.
 *
 * A path belongs to the mount with the longest path of whole segments; what other mounts hold below that is not seen.
 * Mount points and the directories above them always exist and cannot be removed, moved or written over. A path that
 * belongs to no mount is not found (`ENOENT`). Errors name the caller's path and have the mount's error as cause; changing
 * a read-only mount is a `PermissionError`. Between mounts, files are copied as streams, and deleted after that to move.
 */
export class CompositeFilesystem<
  Mounts extends Record<string, contract.WorkspaceFilesystem> = Record<string, contract.WorkspaceFilesystem>,
>
  extends BaseFilesystem
  implements contract.WorkspaceFilesystem
{
  readonly id: string
  readonly name: string = 'CompositeFilesystem'
  readonly provider: string = 'composite'
  readonly icon: contract.FilesystemIcon = 'folder'
  readonly displayName: string = 'Mounted filesystems'
  readonly #table: MountTable
  readonly #access: CompositeAccess
  readonly #instructions: InstructionsOption | undefined
  readonly #madeAt = new Date(currentTimeMs())
  #isUsed = false

  /** @throws SandboxError `INVALID_ARGUMENT` for no mount, two at one path, or something that is no filesystem. */
  constructor(options: CompositeFilesystemOptions<Mounts>) {
    checkCompositeOptions(options)
    super(options)
    this.id = options.id ?? createId('cfs')
    this.#instructions = options.instructions
    this.#table = new MountTable(options.mounts)
    this.#access = new CompositeAccess(this.#table, this)
    // Usable at once: mounts initialise themselves on first use.
    this.status = 'ready'
  }

  /** True when no mount can be changed. */
  get readOnly(): boolean | undefined {
    return [...this.#table.mounts.values()].every(({ readOnly }) => readOnly === true) ? true : undefined
  }

  /** Normalised, shortest first. */
  get mountPaths(): string[] {
    return [...this.#table.mounts.keys()]
  }

  /** By normalised path. */
  get mounts(): MountMap<Mounts> {
    return this.#table.mounts as MountMap<Mounts>
  }

  /** The filesystem that serves a path. */
  getFilesystemForPath(path: string): contract.WorkspaceFilesystem | undefined {
    return this.#find(path)?.filesystem
  }

  /** Where the filesystem that serves a path is mounted. */
  getMountPathForPath(path: string): string | undefined {
    return this.#find(path)?.mountPath
  }

  resolveAbsolutePath(path: string): string | undefined {
    const route = this.#find(path)
    return route?.filesystem.resolveAbsolutePath?.(route.inner)
  }

  /** Initialises all mounts at the same time; one that fails is logged and does not fail the others. */
  override async init(): Promise<void> {
    if (!this.#isUsed && this.status === 'ready') this.status = 'pending'
    this.#isUsed = true
    return super.init()
  }

  /** Destroys all mounts. @throws FilesystemError `EIO` with all failures in its cause */
  override async destroy(): Promise<void> {
    return super.destroy()
  }

  async readFile(path: string, options?: contract.ReadFileOptions): Promise<string | Buffer> {
    const at = this.#access.open(path, 'readFile', 'file', options)
    const { filesystem, inner } = this.#access.routeFile(at)
    return this.#access.run(at, async () => filesystem.readFile(inner, options))
  }

  async readStream(path: string, options?: contract.ReadStreamOptions): Promise<Readable> {
    const at = this.#access.open(path, 'readStream', 'file', options)
    const { filesystem, inner } = this.#access.routeFile(at)
    return this.#access.run(at, async () => readStreamOf(filesystem, inner, options))
  }

  async writeFile(path: string, content: contract.FileContent, options?: contract.WriteFileOptions): Promise<void> {
    const at = this.#access.open(path, 'writeFile', 'file', options)
    const { filesystem, inner } = this.#access.routeChange(at)
    await this.#access.run(at, async () => filesystem.writeFile(inner, content, options))
  }

  async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options?: contract.WriteFileOptions,
  ): Promise<void> {
    const at = this.#access.open(path, 'writeStream', 'file', options)
    const { filesystem, inner } = this.#access.routeChange(at)
    await this.#access.run(at, async () => writeStreamTo(filesystem, inner, source, options))
  }

  async appendFile(path: string, content: contract.FileContent, options?: AbortOptions): Promise<void> {
    const at = this.#access.open(path, 'appendFile', 'file', options)
    const { filesystem, inner } = this.#access.routeChange(at)
    await this.#access.run(at, async () => filesystem.appendFile(inner, content, options))
  }

  async deleteFile(path: string, options?: contract.DeleteFileOptions): Promise<void> {
    const at = this.#access.open(path, 'deleteFile', 'file', options)
    const { filesystem, inner } = this.#access.routeRemoval(at)
    await this.#access.run(at, async () => filesystem.deleteFile(inner, options))
  }

  async copyFile(source: string, destination: string, options: contract.CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = false, abortSignal } = options
    const from = this.#access.open(source, 'copyFile', 'file', options)
    const to = this.#access.open(destination, 'copyFile', 'file', options)
    await copyComposite(this.#access, from, to, { overwrite, recursive, abortSignal })
  }

  async moveFile(source: string, destination: string, options: contract.CopyOptions = {}): Promise<void> {
    const { overwrite = true, recursive = true, abortSignal } = options
    const from = this.#access.open(source, 'moveFile', 'file', options)
    const to = this.#access.open(destination, 'moveFile', 'file', options)
    await moveComposite(this.#access, from, to, { overwrite, recursive, abortSignal })
  }

  async mkdir(path: string, options?: contract.MkdirOptions): Promise<void> {
    const at = this.#access.open(path, 'mkdir', 'directory', options)
    if (at.hasMountsBelow || at.route?.inner === '') {
      if (options?.recursive === false) throw new FileExistsError(path)
      return
    }
    const { filesystem, inner } = this.#access.routeChange(at)
    await this.#access.run(at, async () => filesystem.mkdir(inner, options))
  }

  async rmdir(path: string, options?: contract.RmdirOptions): Promise<void> {
    const at = this.#access.open(path, 'rmdir', 'directory', options)
    const { filesystem, inner } = this.#access.routeRemoval(at)
    await this.#access.run(at, async () => filesystem.rmdir(inner, options))
  }

  async readdir(path: string, options: contract.ReaddirOptions = {}): Promise<contract.FileEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    return listComposite(this.#access, this.#access.open(path, 'readdir', 'directory', options), options)
  }

  async walk(path: string, options: contract.WalkOptions = {}): Promise<contract.WalkEntry[]> {
    checkWholeNumber(options.maxDepth, 'maxDepth', 1)
    return walkComposite(this.#access, this.#access.open(path, 'walk', 'directory', options), options)
  }

  async grep(options: contract.FilesystemGrepOptions): Promise<contract.FilesystemGrepResult[]> {
    return grepComposite(this.#access, this.#access.open(options.path, 'grep', 'file', options), options)
  }

  async exists(path: string, options?: AbortOptions): Promise<boolean> {
    const at = this.#access.open(path, 'exists', 'file', options)
    const { route } = at
    if (at.hasMountsBelow || route?.inner === '') return true
    return route !== undefined && this.#access.run(at, async () => route.filesystem.exists(route.inner, options))
  }

  async stat(path: string, options: AbortOptions = {}): Promise<contract.FileStat> {
    return statComposite(this.#access, this.#access.open(path, 'stat', 'file', options), options, this.#madeAt)
  }

  /** @throws FilesystemError `EUNSUPPORTED` when the mount has no permissions */
  async setPermissions(path: string, mode: number, options?: AbortOptions): Promise<void> {
    checkMode(mode)
    const at = this.#access.open(path, 'setPermissions', 'file', options)
    const { filesystem, inner } = this.#access.routeChange(at)
    if (!filesystem.setPermissions) {
      throw new FilesystemError(`${filesystem.provider} has no permissions: ${path}`, 'EUNSUPPORTED', path)
    }
    await this.#access.run(at, async () => filesystem.setPermissions?.(inner, mode, options))
  }

  async realpath(path: string): Promise<string> {
    return realpathComposite(this.#access, this.#access.open(path, 'realpath', 'file'))
  }

  override isTextFile(name: string): boolean {
    const filesystem = this.#find(name)?.filesystem
    return super.isTextFile(name) || (filesystem?.isTextFile?.(name) ?? isTextFileName(name))
  }

  getInstructions(scope?: RequestScope): string {
    return resolveInstructions(this.#instructions, () => compositeInstructions(this.#table.mounts), scope)
  }

  getInfo(): contract.FilesystemInfo {
    const { id, name, provider, status, error, icon } = this
    const mounts = [...this.#table.mounts].map(([path, filesystem]) => ({ path, ...describeMount(filesystem) }))
    const info = { id, name, provider, status, icon, readOnly: this.readOnly === true, metadata: { mounts } }
    return error === undefined ? info : { ...info, error }
  }

  protected override async performInit(): Promise<void> {
    await initMounts(this.#table.mounts, this.logger)
  }

  protected override async performDestroy(): Promise<void> {
    await destroyMounts(this.id, this.#table.mounts)
  }

  #find(path: string): Route | undefined {
    const normalized = normalizePath(path)
    return normalized === undefined ? undefined : this.#table.find(normalized)
  }
}
