import type { FileEntry, ReaddirOptions, WalkEntry, WalkOptions } from '../../contract/filesystem.js'
import { DirectoryNotFoundError, FilesystemError } from '../../errors/filesystem-errors.js'
import { joinPath } from '../paths/join-path.js'
import { walkFilesystem } from '../search/walk-filesystem.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { describeMount } from './describe-mount.js'

/** Lists a directory with the mount points in it; below it too when recursive. */
export async function listComposite(
  access: CompositeAccess,
  at: CompositePath,
  options: ReaddirOptions,
): Promise<FileEntry[]> {
  if (options.recursive !== true) return listLevel(access, at, options)
  return listBelow(access, at, { ...options, maxDepth: options.maxDepth ?? 100 })
}

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

/** A mount that failed is shown with its error and not entered; asked for by its own path it reports that error. */
function isEntered(entry: FileEntry): boolean {
  return entry.type === 'directory' && entry.isSymlink !== true && entry.mount?.status !== 'error'
}

async function listLevel(access: CompositeAccess, at: CompositePath, options: ReaddirOptions): Promise<FileEntry[]> {
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
