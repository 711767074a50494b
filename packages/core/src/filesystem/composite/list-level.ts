import type { FileEntry, ReaddirOptions } from '../../contract/filesystem.js'
import { DirectoryNotFoundError, FilesystemError } from '../../errors/filesystem-errors.js'
import { joinPath } from '../paths/join-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { describeMount } from './describe-mount.js'

/** Lists one directory: what its mount has there, and over it the mounts that appear in it. */
export async function listLevel(
  access: CompositeAccess,
  at: CompositePath,
  options: ReaddirOptions,
): Promise<FileEntry[]> {
  throwIfAborted(options.abortSignal, at.given, at.operation)
  const { table } = access
  const covered = table.childrenOf(at.path)
  const own = await listOwn(access, at, options)
  const entries = own.filter(({ name }) => !covered.has(name))
  for (const name of covered) {
    const mounted = table.mounts.get(joinPath(at.path, name))
    entries.push(mounted ? { name, type: 'directory', mount: describeMount(mounted) } : { name, type: 'directory' })
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** What the mount that serves the path says; a path that exists only because of mounts below has nothing else in it. */
async function listOwn(access: CompositeAccess, at: CompositePath, options: ReaddirOptions): Promise<FileEntry[]> {
  const { route } = at
  if (!route) {
    if (at.hasMountsBelow) return []
    throw new DirectoryNotFoundError(at.given)
  }
  const { extension, abortSignal } = options
  try {
    return await access.run(at, async () => route.filesystem.readdir(route.inner, { extension, abortSignal }))
  } catch (error) {
    const isMissing = FilesystemError.isInstance(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing && at.hasMountsBelow && route.inner !== '') return []
    throw error
  }
}
