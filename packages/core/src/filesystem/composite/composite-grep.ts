import type { FilesystemGrepOptions, FilesystemGrepResult, WorkspaceFilesystem } from '../../contract/filesystem.js'
import { FileNotFoundError, FilesystemError } from '../../errors/filesystem-errors.js'
import { joinPath } from '../paths/join-path.js'
import { normalizePath } from '../paths/normalize-path.js'
import { relativePath } from '../paths/relative-path.js'
import { checkGrepOptions } from '../search/check-grep-options.js'
import { grepFilesystem } from '../search/grep-filesystem.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'

/** Searches the filesystem that serves the path, then every mount below it, each by its own `grep` where it has one. */
export async function grepComposite(
  access: CompositeAccess,
  at: CompositePath,
  options: FilesystemGrepOptions,
): Promise<FilesystemGrepResult[]> {
  checkGrepOptions(options)
  if (!at.route && !at.hasMountsBelow) throw new FileNotFoundError(at.given)
  let remaining = options.maxTotalMatches ?? Infinity
  const results: FilesystemGrepResult[] = []
  for (const mountPath of searchedMounts(access, at, options)) {
    if (remaining <= 0) break
    // Matches in files that another mount covers must not use up the limit.
    const isCovered = at.hasMountsBelow && mountPath === at.route?.mountPath
    const maxTotalMatches = isCovered || remaining === Infinity ? undefined : remaining
    for (const result of await grepMount(access, at, mountPath, { ...options, maxTotalMatches })) {
      const matches = result.matches.slice(0, remaining)
      remaining -= matches.length
      if (matches.length > 0) results.push({ ...result, matches })
    }
  }
  return results
}

/** The mount of the path itself first, then those below it that are visible from there. */
function searchedMounts(
  access: CompositeAccess,
  at: CompositePath,
  { includeHidden }: FilesystemGrepOptions,
): string[] {
  const below = access.table.below(at.path).filter((mountPath) => {
    const segments = (relativePath(at.path, mountPath) ?? '').split('/')
    const isHidden = segments.some(
      (segment) => segment === '.git' || (includeHidden !== true && segment.startsWith('.')),
    )
    return !isHidden && access.table.mounts.get(mountPath)?.status !== 'error'
  })
  return at.route ? [at.route.mountPath, ...below] : below
}

async function grepMount(
  access: CompositeAccess,
  at: CompositePath,
  mountPath: string,
  options: FilesystemGrepOptions,
): Promise<FilesystemGrepResult[]> {
  const filesystem = access.table.mounts.get(mountPath)
  if (!filesystem) return []
  const isOwn = mountPath === at.route?.mountPath
  const path = isOwn ? (at.route?.inner ?? '') : ''
  try {
    const found = await access.run(at, async () => grepOne(filesystem, { ...options, path }))
    return found.flatMap((result) => {
      const full = normalizePath(joinPath(mountPath, result.path))
      // What another mount covers is not there for the caller.
      if (full === undefined || access.table.find(full)?.mountPath !== mountPath) return []
      return [{ ...result, path: full.slice(1) }]
    })
  } catch (error) {
    const isMissing = FilesystemError.isInstance(error) && error.code === 'ENOENT'
    if (isMissing && isOwn && at.hasMountsBelow) return []
    throw error
  }
}

async function grepOne(
  filesystem: WorkspaceFilesystem,
  options: FilesystemGrepOptions,
): Promise<FilesystemGrepResult[]> {
  return filesystem.grep ? filesystem.grep(options) : grepFilesystem(filesystem, options)
}
