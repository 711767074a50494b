import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { runOnMounts } from './run-on-mounts.js'

/**
 * Destroys all mounts at the same time, each of them also when others fail.
 *
 * @throws FilesystemError `EIO` whose cause is an AggregateError of all failures
 */
export async function destroyMounts(id: string, mounts: ReadonlyMap<string, WorkspaceFilesystem>): Promise<void> {
  const failures = await runOnMounts(mounts, 'destroy')
  if (failures.size === 0) return
  const paths = [...failures.keys()].join(', ')
  const cause = new AggregateError([...failures.values()], `Some filesystems failed to destroy: ${paths}`)
  throw new FilesystemError(cause.message, 'EIO', id, { cause })
}
