import type { WalkEntry, WalkOptions, WorkspaceFilesystem } from '../../contract/filesystem.js'
import { checkOperationOptions } from '../check-operation-options.js'
import { checkWholeNumber } from '../check-whole-number.js'
import { joinPath } from '../paths/join-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'

/**
 * Walks any filesystem by listing one directory after another: each directory before its content, names in order of their
 * code units. Directories behind links are named, not entered.
 *
 * @throws DirectoryNotFoundError, NotDirectoryError for `path`; FilesystemAbortError when aborted
 */
export async function walkFilesystem(
  filesystem: WorkspaceFilesystem,
  path: string,
  options: WalkOptions = {},
): Promise<WalkEntry[]> {
  checkOperationOptions(options)
  checkWholeNumber(options.maxDepth, 'maxDepth', 1)
  const entries: WalkEntry[] = []
  await walkInto(entries, { filesystem, root: path, options }, '', 1)
  return entries
}

interface Walk {
  readonly filesystem: WorkspaceFilesystem
  readonly root: string
  readonly options: WalkOptions
}

async function walkInto(entries: WalkEntry[], walk: Walk, prefix: string, depth: number): Promise<void> {
  const { filesystem, root, options } = walk
  throwIfAborted(options.abortSignal, root, 'walk')
  const path = prefix === '' ? root : joinPath(root, prefix)
  const listed = await filesystem.readdir(path, { abortSignal: options.abortSignal })
  const wanted = listed.filter(({ name }) => options.includeHidden === true || !name.startsWith('.'))
  for (const entry of wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const own = joinPath(prefix, entry.name)
    entries.push({ ...entry, path: own })
    const isEntered = entry.type === 'directory' && entry.isSymlink !== true && depth < (options.maxDepth ?? Infinity)
    if (isEntered) await walkInto(entries, walk, own, depth + 1)
  }
}
