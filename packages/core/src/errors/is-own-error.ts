import { SandboxError } from './base-error.js'
import { FilesystemError } from './filesystem-errors.js'
import { WorkspaceError } from './workspace-errors.js'

/** Whether an error is one of ours already, made by any copy of this library. */
export function isOwnError(error: unknown): error is SandboxError | FilesystemError | WorkspaceError {
  return SandboxError.isInstance(error) || FilesystemError.isInstance(error) || WorkspaceError.isInstance(error)
}
