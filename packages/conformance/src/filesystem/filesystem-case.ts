import type { WorkspaceFilesystem } from '@caisson/core'
import type { FilesystemCapabilities, FilesystemUnderTest } from './filesystem-target.js'

/** What a case gets: an empty filesystem and what the target offers around it. */
export interface FilesystemBench extends FilesystemUnderTest {
  readonly capabilities: FilesystemCapabilities
  readonly pageEntries: number
}

/** One sentence of the contract. */
export interface FilesystemCase {
  /** Unique in its suite; `suite/id` is how `knownFailing` names it. */
  readonly id: string
  readonly title: string
  readonly needs?: readonly (keyof FilesystemCapabilities)[]
  /** The case gets a read-only filesystem with the file `kept`. */
  readonly isReadOnly?: boolean
  check(filesystem: WorkspaceFilesystem, bench: FilesystemBench): Promise<void>
}

/** The cases of one concern. */
export interface FilesystemSuite {
  readonly name: string
  readonly cases: readonly FilesystemCase[]
}
