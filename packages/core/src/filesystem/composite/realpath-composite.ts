import { FileNotFoundError } from '../../errors/filesystem-errors.js'
import { joinPath } from '../paths/join-path.js'
import { relativePath } from '../paths/relative-path.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'

/** The path with links resolved by the mount that serves it, as seen from the composition's root. */
export async function realpathComposite(access: CompositeAccess, at: CompositePath): Promise<string> {
  const { route } = at
  if (!route || route.inner === '') {
    if (route || at.hasMountsBelow) return at.path.slice(1) || '.'
    throw new FileNotFoundError(at.given)
  }
  const { filesystem, inner, mountPath } = route
  const own = await access.run(at, async () => {
    if (filesystem.realpath) return filesystem.realpath(inner)
    await filesystem.stat(inner)
    return inner
  })
  // Some filesystems answer with a path of the host.
  const root = filesystem.resolveAbsolutePath?.('')
  const below = root === undefined ? undefined : relativePath(root, own)
  return joinPath(mountPath, below ?? own).replace(/^\/+/, '')
}
