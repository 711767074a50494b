import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'

/** Whether a filesystem has permission bits, seen from its root: others would refuse to be given some. */
export async function keepsModes(filesystem: WorkspaceFilesystem, abortSignal?: AbortSignal): Promise<boolean> {
  try {
    return (await filesystem.stat('', { abortSignal })).mode !== undefined
  } catch (error) {
    if (FilesystemError.isInstance(error) && error.code === 'ABORTED') throw error
    // A store whose root cannot be looked at has no modes to keep.
    return false
  }
}
