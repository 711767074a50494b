import type { WalkEntry, WalkOptions } from '../../contract/filesystem.js'
import { joinPath } from '../paths/join-path.js'
import { walkFilesystem } from '../search/walk-filesystem.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { isEntered } from './is-entered.js'
import { listLevel } from './list-level.js'

/** Walks a directory and the mounts in it, each mount by its own `walk` where it has one. */
export async function walkComposite(
  access: CompositeAccess,
  at: CompositePath,
  options: WalkOptions,
): Promise<WalkEntry[]> {
  const { maxDepth = Infinity, includeHidden = false, abortSignal } = options
  if (at.route && !at.hasMountsBelow) {
    const { filesystem, inner } = at.route
    return access.run(at, async () => filesystem.walk?.(inner, options) ?? walkFilesystem(filesystem, inner, options))
  }
  const entries: WalkEntry[] = []
  for (const entry of await listLevel(access, at, { abortSignal })) {
    if (!includeHidden && entry.name.startsWith('.')) continue
    entries.push({ ...entry, path: entry.name })
    if (!isEntered(entry) || maxDepth <= 1) continue
    const child = access.open(joinPath(at.path, entry.name), at.operation, 'directory', { abortSignal })
    const below = await walkComposite(access, child, { ...options, maxDepth: maxDepth - 1 })
    entries.push(...below.map((found) => ({ ...found, path: joinPath(entry.name, found.path) })))
  }
  return entries
}
