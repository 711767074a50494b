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

/** What Node puts for bytes that are no text. */
const replacement = '\ufffd'

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
  const found = await readEntries(directory, depth)
  const wanted = found.filter((entry) => isWanted(entry, options)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const entries = await inBatches(wanted, async (entry) => describe(guard, directory, entry, target))
  for (const entry of entries) {
    if (!entry || !hasWantedType(entry, options)) continue
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

/** What a link leads to is known only now. */
function hasWantedType({ name, type }: FileEntry, { extensions }: ListOptions): boolean {
  return extensions === undefined || type === 'directory' || hasExtension(name, extensions)
}

/** A directory below that may not be read, or is gone, is listed without content; the rest of the tree still is. */
async function readEntries(directory: DirectoryAnchor, depth: number): Promise<Dirent[]> {
  try {
    return await readdir(directory.at(), { withFileTypes: true })
  } catch (error) {
    if (depth > 1 && hasErrorCode(error, 'EACCES', 'EPERM', 'ENOENT')) return []
    throw error
  }
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
  if (stats) return { name: entry.name, type: 'file', size: stats.size }
  // A name that is no valid text cannot be looked up by what was made of it, but it is there.
  return entry.name.includes(replacement) ? { name: entry.name, type: 'file' } : undefined
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
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return undefined
    throw error
  }
}
