import type { Readable } from 'node:stream'
import type {
  CopyOptions,
  DeleteFileOptions,
  FileContent,
  FileEntry,
  FilesystemGrepOptions,
  FilesystemGrepResult,
  FileStat,
  MkdirOptions,
  ReaddirOptions,
  ReadFileOptions,
  ReadStreamOptions,
  RmdirOptions,
  WalkEntry,
  WalkOptions,
  WorkspaceFilesystem,
  WriteFileOptions,
} from '../contract/filesystem.js'
import type { AbortOptions, ProviderStatus } from '../contract/lifecycle.js'
import { FilesystemError } from '../errors/filesystem-errors.js'
import type { HandleAccess } from '../lifecycle/handle-access.js'
import { grepFilesystem } from '../filesystem/search/grep-filesystem.js'
import { walkFilesystem } from '../filesystem/search/walk-filesystem.js'
import { watchSource } from './watch-source.js'

/** The disk of a sandbox: every call goes to the disk of the machine that is live then, started when needed. */
export class SandboxFilesystem<Handle> implements WorkspaceFilesystem {
  readonly id: string
  readonly name = 'SandboxFilesystem'
  readonly provider: string
  readonly #access: HandleAccess<Handle>
  readonly #open: (handle: Handle) => WorkspaceFilesystem
  readonly #status: () => ProviderStatus

  constructor(
    sandbox: { id: string; provider: string; status: () => ProviderStatus },
    access: HandleAccess<Handle>,
    open: (handle: Handle) => WorkspaceFilesystem,
  ) {
    this.id = `${sandbox.id}-filesystem`
    this.provider = sandbox.provider
    this.#status = sandbox.status
    this.#access = access
    this.#open = open
  }

  get status(): ProviderStatus {
    return this.#status()
  }

  readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer> {
    return this.#on('read a file', options, (disk) => disk.readFile(path, options))
  }

  writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void> {
    return this.#on('write a file', options, (disk) => disk.writeFile(path, content, options))
  }

  appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void> {
    return this.#on('append to a file', options, (disk) => disk.appendFile(path, content, options))
  }

  deleteFile(path: string, options?: DeleteFileOptions): Promise<void> {
    return this.#on('delete a file', options, (disk) => disk.deleteFile(path, options))
  }

  copyFile(source: string, destination: string, options?: CopyOptions): Promise<void> {
    return this.#on('copy a file', options, (disk) => disk.copyFile(source, destination, options))
  }

  moveFile(source: string, destination: string, options?: CopyOptions): Promise<void> {
    return this.#on('move a file', options, (disk) => disk.moveFile(source, destination, options))
  }

  mkdir(path: string, options?: MkdirOptions): Promise<void> {
    return this.#on('make a directory', options, (disk) => disk.mkdir(path, options))
  }

  rmdir(path: string, options?: RmdirOptions): Promise<void> {
    return this.#on('remove a directory', options, (disk) => disk.rmdir(path, options))
  }

  readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]> {
    return this.#on('list a directory', options, (disk) => disk.readdir(path, options))
  }

  exists(path: string, options?: AbortOptions): Promise<boolean> {
    return this.#on('look for a file', options, (disk) => disk.exists(path, options))
  }

  stat(path: string, options?: AbortOptions): Promise<FileStat> {
    return this.#on('look at a file', options, (disk) => disk.stat(path, options))
  }

  readStream(path: string, options?: ReadStreamOptions): Promise<Readable> {
    return this.#on('read a file', options, (disk) => required(disk, 'readStream', path)(path, options))
  }

  async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options?: WriteFileOptions,
  ): Promise<void> {
    const watched = watchSource(source)
    let lost: { readonly error: unknown } | undefined
    const failure = await this.#on('write a file', options, async (disk) => {
      // Part of it went to a machine that is gone: another machine would get only the rest.
      if (lost) throw lost.error
      try {
        await required(disk, 'writeStream', path)(path, watched.source, options)
      } catch (error) {
        // What the caller's own source threw says nothing about the machine.
        if (watched.failure?.error === error) return watched.failure
        if (watched.isRead) lost = { error }
        throw error
      }
      return undefined
    })
    if (failure) throw failure.error
  }

  setPermissions(path: string, mode: number, options?: AbortOptions): Promise<void> {
    return this.#on('set permissions', options, (disk) => required(disk, 'setPermissions', path)(path, mode, options))
  }

  realpath(path: string): Promise<string> {
    return this.#on('resolve a path', undefined, (disk) => required(disk, 'realpath', path)(path))
  }

  walk(path: string, options?: WalkOptions): Promise<WalkEntry[]> {
    return this.#on(
      'walk a directory',
      options,
      (disk) => disk.walk?.(path, options) ?? walkFilesystem(disk, path, options),
    )
  }

  grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]> {
    return this.#on('search files', options, (disk) => disk.grep?.(options) ?? grepFilesystem(disk, options))
  }

  #on<T>(
    operation: string,
    options: AbortOptions | undefined,
    call: (disk: WorkspaceFilesystem) => Promise<T>,
  ): Promise<T> {
    return this.#access.use(operation, (handle) => call(this.#open(handle)), options?.abortSignal)
  }
}

/** A method that only some disks have, bound to its disk. */
function required<Name extends 'readStream' | 'writeStream' | 'setPermissions' | 'realpath'>(
  disk: WorkspaceFilesystem,
  name: Name,
  path: string,
): NonNullable<WorkspaceFilesystem[Name]> {
  const method = disk[name]
  if (!method) throw new FilesystemError(`This sandbox's disk has no ${name}`, 'EUNSUPPORTED', path)
  return method.bind(disk) as NonNullable<WorkspaceFilesystem[Name]>
}
