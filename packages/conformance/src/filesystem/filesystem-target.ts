import type { WorkspaceFilesystem } from '@caisson/core'

/** What a kind of filesystem has beyond the contract's core. A case that needs more is skipped by name. */
export interface FilesystemCapabilities {
  /** Permission bits: `stat().mode`, the `mode` of writes, `setPermissions`. */
  readonly modes: boolean
  /** Symbolic links; the target's `makeLink` makes them. */
  readonly symlinks: boolean
  /** A write that fails or is aborted leaves the old content, and readers never see half of a new one. */
  readonly atomicWrites: boolean
  /** `overwrite: false` is decided by the store: of many writers one wins. */
  readonly exclusiveCreate: boolean
  /** `expectedMtime` notices a change right after the one that `stat` told, however coarse the times of the store are. */
  readonly preciseTimes: boolean
  /** A write finds out that its path is a directory, or lies below a file; buckets are asked nothing before a write. */
  readonly strictTree: boolean
  /** `/a` is `a`; false where absolute paths are those of the host. */
  readonly rootedPaths: boolean
  /** `readStream` and `writeStream` with bounded memory. */
  readonly streams: boolean
  /** Names with line feeds, backslashes and outer blanks. */
  readonly anyNames: boolean
}

/** One filesystem for one case, empty. */
export interface FilesystemUnderTest {
  readonly filesystem: WorkspaceFilesystem
  /** Called after the case, also when it failed. */
  cleanup(): Promise<void>
  /** Makes a symbolic link with this text at a path of the filesystem. Needed for `symlinks`. */
  makeLink?(text: string, path: string): Promise<void>
  /** A directory beside the filesystem that must never be reached, with a file `secret`. Needed for `symlinks`. */
  readonly outside?: string
}

/** Choices of one case. */
export interface FilesystemCreateOptions {
  /** A filesystem that refuses changes and holds a file `kept` with the content `kept`. */
  readonly readOnly?: boolean
}

/** What the filesystem suite runs against. */
export interface FilesystemTarget {
  readonly name: string
  readonly capabilities: FilesystemCapabilities
  create(options: FilesystemCreateOptions): Promise<FilesystemUnderTest>
  /** Cases that fail, by id, each with the reason. One that passes after all fails the run. */
  readonly knownFailing?: Readonly<Record<string, string>>
  /** Most entries of one page of the store's listings; the case with many files makes a hundred more. Default 1000. */
  readonly pageEntries?: number
  /** Default 20 000. */
  readonly caseLimitMs?: number
}
