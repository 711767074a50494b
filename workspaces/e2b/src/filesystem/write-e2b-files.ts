import type { SandboxFileInput } from '@caisson/core'
import { FilesystemError } from '@caisson/core'
import type { E2BFileAccess } from './disk-options.js'

/**
 * Writes all files with one upload; when some have a mode, a second request puts all of them in place. Relative paths
 * start at `workingDirectory`.
 */
export async function writeE2BFiles(
  _access: E2BFileAccess,
  files: readonly SandboxFileInput[],
  _signal?: AbortSignal,
): Promise<void> {
  if (files.length > 0) throw new FilesystemError('Not possible yet', 'EUNSUPPORTED', files[0]?.path ?? '')
}
