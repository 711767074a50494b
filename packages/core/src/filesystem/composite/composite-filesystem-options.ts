import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { InstructionsOption } from '../../contract/sandbox.js'
import type { BaseFilesystemOptions } from '../base/base-filesystem-options.js'

/** Options of `CompositeFilesystem`. */
export interface CompositeFilesystemOptions<
  Mounts extends Record<string, WorkspaceFilesystem> = Record<string, WorkspaceFilesystem>,
> extends BaseFilesystemOptions {
  /** Filesystems by the path at which they appear, `/` included; one may lie below another. At least one. */
  mounts: Mounts
  /** Default: `cfs-` with time and chance. */
  id?: string | undefined
  /** Replaces, or makes from the default, what `getInstructions` tells a model. */
  instructions?: InstructionsOption | undefined
}
