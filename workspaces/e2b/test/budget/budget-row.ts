import type { WorkspaceFilesystem } from '@caisson/core'
import type { E2BSandbox, E2BSandboxOptions } from '../../src/index.js'

/** What rows about mounts work with. Each call makes new filesystems; they mean the same mounts. */
export interface MountGround {
  /** Its machines have all programs that mount. */
  readonly template: string
  /** Its machines have none, and an apt that installs them. */
  readonly bareTemplate: string
  one(): Record<string, WorkspaceFilesystem>
  /** One each of S3, GCS and Azure. */
  three(): Record<string, WorkspaceFilesystem>
  /** Three of S3. */
  threeAlike(): Record<string, WorkspaceFilesystem>
}

/** What a row works with. */
export interface Ground {
  /** An id that no other row uses. */
  readonly id: string
  /** Makes a sandbox of this row; starts nothing. All machines of the row are removed after it. */
  make(options?: E2BSandboxOptions): E2BSandbox
  /** Only for rows that need it. */
  mounts(): Promise<MountGround>
}

/** One operation, and what it may cost on the happy path. */
export interface BudgetRow {
  readonly operation: string
  /** Most requests that are waited for. */
  readonly budget: number
  /** Exactly these, in this order. */
  readonly routes: readonly string[]
  /** Routes that the operation may ask for without waiting; `background.test.ts` shows that it does not. */
  readonly background?: readonly string[] | undefined
  /** Needs machines that can mount by FUSE. */
  readonly needsMounts?: boolean | undefined
  /** Does all that comes before, and returns the operation that is measured. */
  prepare(ground: Ground): Promise<() => Promise<unknown>>
}
