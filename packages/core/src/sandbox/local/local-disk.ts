import type { Readable } from 'node:stream'
import type {
  FileEntry,
  FilesystemGrepOptions,
  FilesystemGrepResult,
  FileStat,
  ReaddirOptions,
  ReadFileOptions,
  ReadStreamOptions,
  WalkEntry,
  WalkOptions,
} from '../../contract/filesystem.js'
import type { AbortOptions } from '../../contract/lifecycle.js'
import { LocalFilesystem } from '../../filesystem/index.js'

/** What the file tools of a local sandbox may touch: the same places as its commands. */
export interface LocalDiskPlaces {
  readonly workingDirectory: string
  /** The working directory and everything else can only be read. */
  readonly readOnly: boolean
  /** Places outside the working directory, absolute. */
  readonly writable: readonly string[]
  readonly readable: readonly string[]
}

/** The working directory of a local sandbox with what is mounted into it; some of that may be read but not written. */
export class LocalDisk extends LocalFilesystem {
  readonly #reader: LocalFilesystem

  constructor({ workingDirectory, readOnly, writable, readable }: LocalDiskPlaces) {
    super({ basePath: workingDirectory, readOnly, allowedPaths: [...writable] })
    this.#reader = new LocalFilesystem({
      basePath: workingDirectory,
      readOnly: true,
      allowedPaths: [...writable, ...readable],
    })
  }

  override async readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer> {
    return this.#reader.readFile(path, options)
  }

  override async readStream(path: string, options?: ReadStreamOptions): Promise<Readable> {
    return this.#reader.readStream(path, options)
  }

  override async readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]> {
    return this.#reader.readdir(path, options)
  }

  override async exists(path: string, options?: AbortOptions): Promise<boolean> {
    return this.#reader.exists(path, options)
  }

  override async stat(path: string, options?: AbortOptions): Promise<FileStat> {
    return this.#reader.stat(path, options)
  }

  override async realpath(path: string): Promise<string> {
    return this.#reader.realpath(path)
  }

  override async walk(path: string, options?: WalkOptions): Promise<WalkEntry[]> {
    return this.#reader.walk(path, options)
  }

  override async grep(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]> {
    return this.#reader.grep(options)
  }
}
