import type { FileEntry, ReaddirOptions } from '../../contract/filesystem.js'
import { joinPath } from '../paths/join-path.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { isEntered } from './is-entered.js'
import { listLevel } from './list-level.js'

/** Lists a directory with the mount points in it; below it too when recursive. */
export async function listComposite(
  access: CompositeAccess,
  at: CompositePath,
  options: ReaddirOptions,
): Promise<FileEntry[]> {
  if (options.recursive !== true) return listLevel(access, at, options)
  return listBelow(access, at, { ...options, maxDepth: options.maxDepth ?? 100 })
}

async function listBelow(
  access: CompositeAccess,
  at: CompositePath,
  options: ReaddirOptions & { maxDepth: number },
): Promise<FileEntry[]> {
  const { route } = at
  // A subtree without mounts in it is the business of one filesystem alone.
  if (route && !at.hasMountsBelow) return access.run(at, async () => route.filesystem.readdir(route.inner, options))
  const entries: FileEntry[] = []
  for (const entry of await listLevel(access, at, options)) {
    entries.push(entry)
    if (!isEntered(entry) || options.maxDepth <= 1) continue
    const child = access.open(joinPath(at.path, entry.name), at.operation, 'directory', options)
    const below = await listBelow(access, child, { ...options, maxDepth: options.maxDepth - 1 })
    entries.push(...below.map((found) => ({ ...found, name: joinPath(entry.name, found.name) })))
  }
  return entries
}
