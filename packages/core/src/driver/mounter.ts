import type { FilesystemMountConfig, WorkspaceFilesystem } from '../contract/filesystem.js'
import type { MountResult } from '../contract/mount.js'
import type { DriverRunOptions, DriverRunResult } from './run-options.js'
import type { ShellCommand } from './shell-command.js'

/** One filesystem to mount. */
export interface MountRequest {
  readonly filesystem: WorkspaceFilesystem
  readonly mountPath: string
  readonly config: FilesystemMountConfig
  readonly configHash: string
}

/** What a mounter may use of the machine. */
export interface MountHost<Handle = unknown> {
  readonly handle: Handle
  readonly provider: string
  /** Logical id of the sandbox. */
  readonly sandboxId: string
  run(command: ShellCommand, options?: DriverRunOptions): Promise<DriverRunResult>
}

/**
 * Mounts filesystems into a machine, all pending ones of a kind at once so that it costs few round trips. A result that
 * reports success was verified at the mount point. Existing mounts of others are never touched, and nothing that is not
 * empty is covered.
 */
export interface Mounter<Handle = unknown> {
  /** Its mounts leave traces that remain when the machine is destroyed, so that they are unmounted before it is. */
  readonly outlivesMachine: boolean
  mount(
    host: MountHost<Handle>,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<readonly MountResult[]>
  unmount(host: MountHost<Handle>, mountPaths: readonly string[], signal: AbortSignal): Promise<readonly MountResult[]>
}
