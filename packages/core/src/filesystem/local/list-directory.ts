import type { Dirent, Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEntry } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { inBatches } from '../in-batches.js'
import { hasExtension } from '../paths/has-extension.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { disk } from './disk.js'
import { hasErrorCode } from './has-error-code.js'
import { linkText } from './link-text.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** What a listing contains. */
export interface ListOptions {
  /** 1: only the directory itself. */
  readonly maxDepth: number
  /** Only files with one of these extensions; directories are listed and entered all the same. */
  readonly extensions?: ReadonlySet<string> | undefined
  readonly includeHidden: boolean
}

/**
 * Lists an open directory: names relative to it, in order of their code units, each directory before its content.
 * Directories behind links are named but not entered, so a listing neither leaves the root nor runs in circles.
 */
export async function listDirectory(
  guard: LocalGuard,
  directory: DirectoryAnchor,
  target: LocalTarget,
  options: ListOptions,
): Promise<FileEntry[]> {
  const listed: FileEntry[] = []
  await listInto(listed, { guard, target, options }, directory, '', 1)
  return listed
}

interface Listing {
  readonly guard: LocalGuard
  readonly target: LocalTarget
  readonly options: ListOptions
}

async function listInto(
  listed: FileEntry[],
  listing: Listing,
  directory: DirectoryAnchor,
  prefix: string,
  depth: number,
): Promise<void> {
  const { guard, target, options } = listing
  throwIfAborted(target.signal, target.path, target.operation)
  const found = await readdir(directory.at(), { withFileTypes: true })
  const wanted = found.filter((entry) => isWanted(entry, options)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const entries = await inBatches(wanted, async (entry) => describe(guard, directory, entry, target))
  for (const entry of entries) {
    if (!entry) continue
    const { name } = entry
    listed.push(prefix === '' ? entry : { ...entry, name: `${prefix}${name}` })
    if (entry.type !== 'directory' || entry.isSymlink || depth >= options.maxDepth) continue
    const below = await enterIfThere(guard, directory, name)
    if (!below) continue
    try {
      await listInto(listed, listing, below, `${prefix}${name}/`, depth + 1)
    } finally {
      below.close()
    }
  }
}

function isWanted(entry: Dirent, { includeHidden, extensions }: ListOptions): boolean {
  if (!includeHidden && entry.name.startsWith('.')) return false
  return (
    extensions === undefined || entry.isDirectory() || entry.isSymbolicLink() || hasExtension(entry.name, extensions)
  )
}

/** Undefined when it vanished while the directory was read. */
async function describe(
  guard: LocalGuard,
  directory: DirectoryAnchor,
  entry: Dirent,
  target: LocalTarget,
): Promise<FileEntry | undefined> {
  if (entry.isDirectory()) return { name: entry.name, type: 'directory' }
  if (entry.isSymbolicLink()) return describeLink(guard, directory, entry.name, target)
  const stats = await disk.lookUp(directory.at(entry.name))
  return stats && { name: entry.name, type: 'file', size: stats.size }
}

async function describeLink(
  guard: LocalGuard,
  directory: DirectoryAnchor,
  name: string,
  target: LocalTarget,
): Promise<FileEntry | undefined> {
  const symlinkTarget = await linkText(directory.at(name))
  if (symlinkTarget === undefined) return undefined
  const link = { name, isSymlink: true, symlinkTarget }
  const stats = await statInside(guard, { ...target, location: join(directory.realPath, name) })
  if (!stats) return { ...link, type: 'file' }
  return stats.isDirectory() ? { ...link, type: 'directory' } : { ...link, type: 'file', size: stats.size }
}

/** What a link leads to; undefined when that is missing or outside. */
async function statInside(guard: LocalGuard, target: LocalTarget): Promise<Stats | undefined> {
  try {
    return await guard.stat(target)
  } catch (error) {
    if (FilesystemError.isInstance(error)) return undefined
    throw error
  }
}

async function enterIfThere(
  guard: LocalGuard,
  parent: DirectoryAnchor,
  name: string,
): Promise<DirectoryAnchor | undefined> {
  try {
    return await guard.enter(parent, name)
  } catch (error) {
    // Removed, or replaced by something else, since the parent was read.
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
