import type { CodeModeTransport, WorkspaceFilesystem } from '@caisson/core'
import type { MountSandbox, MountSandboxOptions } from '../mounts/mount-provider.js'

/** What operations on mounts work with. Each call makes new filesystems; they mean the same mounts. */
export interface MountGround {
  /** Its machines have all programs that mount. */
  readonly image: string
  /** Its machines have none, and an apt that installs them. */
  readonly bareImage: string
  one(): Record<string, WorkspaceFilesystem>
  /** One each of S3, GCS and Azure. */
  three(): Record<string, WorkspaceFilesystem>
  /** Three of S3. */
  threeAlike(): Record<string, WorkspaceFilesystem>
}

/** What an operation works with. */
export interface Ground {
  /** An id that no other operation uses. */
  readonly id: string
  /** Makes a sandbox; starts nothing. All machines are removed after the operation. */
  make(options?: MountSandboxOptions): MountSandbox
  codeModeTransport(): CodeModeTransport
  /** Only for operations that need it. */
  mounts(): Promise<MountGround>
}

/** Something that users do, whose requests are counted. */
export interface Operation {
  /** Needs machines that can mount by FUSE. */
  readonly needsMounts?: boolean | undefined
  /** Does all that comes before, and returns the operation itself. */
  prepare(ground: Ground): Promise<() => Promise<unknown>>
}

/** Operations by name, as reports show them. */
export type Operations = Readonly<Record<string, Operation>>
