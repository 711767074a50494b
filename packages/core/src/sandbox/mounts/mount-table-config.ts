import type { FilesystemMountConfig, WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import type { MountHost, Mounter } from '../../driver/mounter.js'

/** What the table needs of its sandbox. */
export interface MountTableConfig<Handle> {
  readonly logger: () => Logger
  /** The machine, or `undefined` when the sandbox is not attached to one. */
  readonly host: () => MountHost<Handle> | undefined
  /** Who mounts a configuration, or why nobody can. */
  readonly mounterFor: (filesystem: WorkspaceFilesystem, config: FilesystemMountConfig) => Mounter<Handle> | string
}
