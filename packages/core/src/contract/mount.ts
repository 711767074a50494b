import type { FilesystemMountConfig, WorkspaceFilesystem } from './filesystem.js'
import type { AbortOptions } from './lifecycle.js'

/**
 * State of one mount. `unsupported`: this sandbox cannot mount this filesystem. `unavailable`: it could, but a tool is
 * missing in the machine.
 */
export type MountState = 'pending' | 'mounting' | 'mounted' | 'error' | 'unsupported' | 'unavailable'

/** One mount of a sandbox. */
export interface MountEntry {
  readonly filesystem: WorkspaceFilesystem
  readonly state: MountState
  /** Why the state is `error`, `unsupported` or `unavailable`. */
  readonly error?: string | undefined
  readonly config?: FilesystemMountConfig | undefined
  /** First 16 hex digits of SHA-256 over the configuration with sorted keys. */
  readonly configHash?: string | undefined
}

/** Outcome of mounting or unmounting one path. */
export interface MountResult {
  success: boolean
  mountPath: string
  error?: string | undefined
  /** The machine lacks a tool that mounting needs. */
  unavailable?: boolean | undefined
}

/** Options of `mount()` and `unmount()`. */
export interface MountOptions extends AbortOptions {
  /** In milliseconds. Default: 300 000 to mount, which may install a tool, 60 000 to unmount. */
  timeoutMs?: number | undefined
}
