import type { FileStat } from '../../contract/filesystem.js'
import type { AbortOptions } from '../../contract/lifecycle.js'
import { FileNotFoundError, FilesystemError } from '../../errors/filesystem-errors.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'

/**
 * Looks at a path. Mount points and what lies above them are directories whatever the mounts say; when none of them can
 * be asked the times are those of the composition.
 */
export async function statComposite(
  access: CompositeAccess,
  at: CompositePath,
  options: AbortOptions,
  madeAt: Date,
): Promise<FileStat> {
  const { route, path, given } = at
  const name = path.slice(path.lastIndexOf('/') + 1)
  const own = { name, path: path.slice(1) || '.' }
  const isFixed = at.hasMountsBelow || route?.inner === ''
  if (!route && !isFixed) throw new FileNotFoundError(given)
  const directory: FileStat = { ...own, type: 'directory', size: 0, createdAt: madeAt, modifiedAt: madeAt }
  if (!route) return directory
  try {
    const stat = await access.run(at, async () => route.filesystem.stat(route.inner, options))
    return isFixed && stat.type !== 'directory' ? directory : { ...stat, ...own }
  } catch (error) {
    const isAbort = FilesystemError.isInstance(error) && error.code === 'ABORTED'
    if (isFixed && !isAbort) return directory
    throw error
  }
}
