import type { Readable } from 'node:stream'
import type { AbortOptions, ProviderStatus } from './lifecycle.js'
import type { RequestScope } from './request-context.js'

/** What can be written to a file. Strings are stored as UTF-8 unless an encoding says otherwise. */
export type FileContent = string | Uint8Array

/** Text encodings of `readFile` and `writeFile`. */
export type FileEncoding = 'utf-8' | 'utf8' | 'base64' | 'hex' | 'latin1' | 'binary' | 'ascii' | 'utf16le'

export interface ReadFileOptions extends AbortOptions {
  /** With an encoding the result is a string, without one a Buffer. An unknown encoding is a typed error. */
  encoding?: FileEncoding | undefined
}

export interface WriteFileOptions extends AbortOptions {
  /** Create missing parent directories. Default true. */
  recursive?: boolean | undefined
  /** `false`: fail with `FileExistsError` when the file exists, decided by the store itself. Default true. */
  overwrite?: boolean | undefined
  /** Stored with the file where the store keeps such a thing. */
  mimeType?: string | undefined
  /** Fail with `StaleFileError` when the file's modification time differs from this one. */
  expectedMtime?: Date | undefined
  /** How to turn string content into bytes. Default UTF-8. */
  encoding?: FileEncoding | undefined
  /** Permission bits such as `0o600`, set before the first byte is visible. */
  mode?: number | undefined
}

export interface DeleteFileOptions extends AbortOptions {
  /** Also delete a directory with its content. Default false. */
  recursive?: boolean | undefined
  /** Missing is not an error. Default false. */
  force?: boolean | undefined
}

export interface CopyOptions extends AbortOptions {
  /** `false`: fail with `FileExistsError` when the target exists. Default true. */
  overwrite?: boolean | undefined
  /** Needed to copy a directory. Default false for `copyFile`, true for `moveFile`. */
  recursive?: boolean | undefined
}

export interface MkdirOptions extends AbortOptions {
  /** Create missing parents, and accept a directory that is there. Default true. */
  recursive?: boolean | undefined
}

export interface RmdirOptions extends AbortOptions {
  /** Delete the content too. Default false. */
  recursive?: boolean | undefined
  /** Missing is not an error. Default false. */
  force?: boolean | undefined
}

export interface ReaddirOptions extends AbortOptions {
  /** List below subdirectories too; names are then relative to the listed directory, with `/`. Default false. */
  recursive?: boolean | undefined
  /** Only files with one of these extensions (with or without the dot, any case). Directories are still entered. */
  extension?: string | string[] | undefined
  /** How deep to go when recursive; 1 lists only the directory itself. Default 100. */
  maxDepth?: number | undefined
}

export interface ReadStreamOptions extends AbortOptions {
  /** First byte to read. Default 0. */
  start?: number | undefined
  /** Last byte to read, inclusive. Default the end of the file. */
  end?: number | undefined
}

export interface FileStat {
  name: string
  /** Relative to the filesystem's root, with `/`. */
  path: string
  type: 'file' | 'directory'
  /** In bytes; 0 for directories. */
  size: number
  createdAt: Date
  modifiedAt: Date
  mimeType?: string
  /** Permission bits, where the store has them. */
  mode?: number
}

export interface FileEntry {
  /** Name, or path relative to the listed directory when the listing is recursive. */
  name: string
  type: 'file' | 'directory'
  /** In bytes, for files. */
  size?: number
  isSymlink?: boolean
  symlinkTarget?: string
  /** Set where the entry is the root of a mount. */
  mount?: {
    provider: string
    icon?: FilesystemIcon | undefined
    displayName?: string | undefined
    description?: string | undefined
    status?: ProviderStatus | undefined
    error?: string | undefined
  }
}

export interface WalkOptions extends AbortOptions {
  /** Entries of the root are depth 1. Default: no limit. */
  maxDepth?: number | undefined
  /** Include names that start with a dot. Default false. */
  includeHidden?: boolean | undefined
}

export interface WalkEntry extends FileEntry {
  /** Relative to the walked directory, with `/`, without `./`. */
  path: string
}

export interface FilesystemGrepOptions extends AbortOptions {
  /** JavaScript regular expression source. */
  pattern: string
  /** File or directory to search. */
  path: string
  /** Default true. */
  caseSensitive?: boolean | undefined
  /** Default false. */
  includeHidden?: boolean | undefined
  maxCountPerFile?: number | undefined
  maxTotalMatches?: number | undefined
  /** Lines before and after each match. Default 0. */
  contextLines?: number | undefined
}

export interface FilesystemGrepMatch {
  /** 1-based. */
  line: number
  /** 0-based, in UTF-16 units. */
  column: number
  text: string
  before?: string[]
  after?: string[]
}

export interface FilesystemGrepResult {
  path: string
  matches: FilesystemGrepMatch[]
}

export type FilesystemIcon =
  | 's3'
  | 'aws-s3'
  | 'gcs'
  | 'google-cloud'
  | 'google-cloud-storage'
  | 'r2'
  | 'cloudflare'
  | 'cloudflare-r2'
  | 'azure'
  | 'azure-blob'
  | 'minio'
  | 'local'
  | 'folder'
  | 'database'
  | 'hard-drive'
  | 'cloud'
  // Any other name is allowed; the intersection keeps the known ones in editors' completion.
  | (string & Record<never, never>)

export interface FilesystemInfo {
  id: string
  name: string
  provider: string
  status?: ProviderStatus
  error?: string
  readOnly?: boolean
  icon?: FilesystemIcon
  metadata?: Record<string, unknown>
}

/** What a filesystem tells a sandbox about itself; providers add fields of their own. May hold secrets: never log it. */
export interface FilesystemMountConfig {
  type: string
  [field: string]: unknown
}

/**
 * A tree of files: on the host, in a bucket, in a sandbox, or composed of others.
 *
 * Paths are POSIX. `a` and `./a` name the same file, and so does `/a`, except in a `LocalFilesystem`, where an absolute path is
 * one of the host. Errors are `FilesystemError`s with the codes of Node
 * (`ENOENT`, `EEXIST`, `EISDIR`, `ENOTDIR`, `ENOTEMPTY`, `EACCES`) and `ESTALE`.
 */
export interface WorkspaceFilesystem {
  readonly id: string
  readonly name: string
  readonly provider: string
  status: ProviderStatus
  error?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly basePath?: string | undefined
  readonly icon?: FilesystemIcon | undefined
  readonly displayName?: string | undefined
  readonly description?: string | undefined

  readFile(path: string, options?: ReadFileOptions): Promise<string | Buffer>
  writeFile(path: string, content: FileContent, options?: WriteFileOptions): Promise<void>
  appendFile(path: string, content: FileContent, options?: AbortOptions): Promise<void>
  deleteFile(path: string, options?: DeleteFileOptions): Promise<void>
  copyFile(source: string, destination: string, options?: CopyOptions): Promise<void>
  moveFile(source: string, destination: string, options?: CopyOptions): Promise<void>
  mkdir(path: string, options?: MkdirOptions): Promise<void>
  rmdir(path: string, options?: RmdirOptions): Promise<void>
  readdir(path: string, options?: ReaddirOptions): Promise<FileEntry[]>
  exists(path: string, options?: AbortOptions): Promise<boolean>
  stat(path: string, options?: AbortOptions): Promise<FileStat>

  /** Streams a file, or a byte range of it, with bounded memory. */
  readStream?(path: string, options?: ReadStreamOptions): Promise<Readable>
  /** Replaces a file by what the source yields, with bounded memory; nothing is visible until it is complete. */
  writeStream?(path: string, source: AsyncIterable<Uint8Array | string>, options?: WriteFileOptions): Promise<void>
  /** Sets permission bits, such as `0o755`. */
  setPermissions?(path: string, mode: number, options?: AbortOptions): Promise<void>
  realpath?(path: string): Promise<string>
  walk?(path: string, options?: WalkOptions): Promise<WalkEntry[]>
  grep?(options: FilesystemGrepOptions): Promise<FilesystemGrepResult[]>
  /** Whether a name looks like a text file. */
  isTextFile?(name: string): boolean
  /** The path on the host's disk, when the file has one. */
  resolveAbsolutePath?(path: string): string | undefined
  getMountConfig?(): FilesystemMountConfig | undefined
  getInstructions?(options?: RequestScope): string
  getInfo?(): FilesystemInfo | Promise<FilesystemInfo>
  init?(): void | Promise<void>
  destroy?(): void | Promise<void>
  isReady?(): boolean | Promise<boolean>
}
