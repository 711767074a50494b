import { FilesystemError, type FileEntry } from '@caisson/core/workspace'
import { hasExtension } from '@caisson/core/driver'
import type { DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import type { MachineFiles } from './machine-files.js'
import { listScript, type ListScriptOptions } from './scripts/look-scripts.js'

/** What is listed, and how deep. */
export interface ListOptions extends ListScriptOptions {
  /** Only files with one of these; directories always. */
  readonly extensions?: ReadonlySet<string> | undefined
}

/** Fields of one record of `listScript`. */
const fieldCount = 5

/**
 * Lists a directory with one request, whatever its depth: each directory before what it holds, names in order of their
 * code units. Directories behind links are named, not entered; links have no size.
 */
export async function listDirectory(
  files: MachineFiles,
  target: DiskTarget,
  options: ListOptions,
): Promise<FileEntry[]> {
  const said = await runDiskScript(files, listScript(target.location, options), { first: target })
  const fields = said.toString().split('\0')
  if (fields.pop() !== '' || fields.length % fieldCount !== 0) {
    throw new FilesystemError(`The listing is not complete: ${target.path}`, 'EIO', target.path)
  }
  const entries: FileEntry[] = []
  for (let start = 0; start < fields.length; start += fieldCount) {
    entries.push(entryOf(fields.slice(start, start + fieldCount)))
  }
  const { extensions } = options
  return entries
    .filter(({ name, type }) => extensions === undefined || type === 'directory' || hasExtension(name, extensions))
    .toSorted((a, b) => compareTrees(a.name, b.name))
}

function entryOf([kind = '', followed = '', size = '', text = '', name = '']: readonly string[]): FileEntry {
  if (kind === 'd') return { name, type: 'directory' }
  if (kind !== 'l') return { name, type: 'file', size: Number(size) }
  return { name, type: followed === 'd' ? 'directory' : 'file', isSymlink: true, symlinkTarget: text }
}

/** By code units, with `/` before everything else, so that what is in a directory follows it. */
function compareTrees(a: string, b: string): number {
  const [left, right] = [a.replaceAll('/', '\0'), b.replaceAll('/', '\0')]
  if (left === right) return 0
  return left < right ? -1 : 1
}
