import type { FilesystemGrepOptions, FilesystemGrepResult, WorkspaceFilesystem } from '../../contract/filesystem.js'
import { checkGrepOptions } from './check-grep-options.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { isBinaryFileName } from '../content/is-binary-file-name.js'
import { isTextFileName } from '../content/is-text-file-name.js'
import { joinPath } from '../paths/join-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { createLineMatcher } from './create-line-matcher.js'
import type { LineMatcher } from './line-matcher.js'
import { walkFilesystem } from './walk-filesystem.js'

/** Larger files are not searched: they would have to be held in memory. */
const largestSearchedBytes = 64 * 1024 * 1024

/**
 * Searches files of any filesystem with a JavaScript regular expression, line by line; a line counts once, at its first
 * match. Files are searched in the order of `walk`; paths of results are relative to the filesystem's root.
 *
 * Not searched: what lies in `.git`, files with NUL bytes or with an extension of a binary format, files above 64 MiB.
 * A pattern that could take more than linear time runs in a worker; when it needs more than 2 s (and 100 ms per MiB) for
 * one file the search is given up.
 *
 * @throws UnsupportedGrepPatternError for a pattern that is no regular expression or runs away
 * @throws FileNotFoundError when `path` does not exist; FilesystemAbortError when aborted
 */
export async function grepFilesystem(
  filesystem: WorkspaceFilesystem,
  options: FilesystemGrepOptions,
): Promise<FilesystemGrepResult[]> {
  checkGrepOptions(options)
  const { path, pattern, caseSensitive = true, contextLines = 0, abortSignal } = options
  throwIfAborted(abortSignal, path, 'grep')
  const matcher = createLineMatcher({ pattern, caseSensitive, contextLines, signal: abortSignal })
  try {
    return await searchAll(filesystem, await listFiles(filesystem, options), matcher, options)
  } finally {
    await matcher.close()
  }
}

interface SearchedFile {
  readonly path: string
  readonly size: number | undefined
}

async function listFiles(filesystem: WorkspaceFilesystem, options: FilesystemGrepOptions): Promise<SearchedFile[]> {
  const { path, includeHidden = false, abortSignal } = options
  const stat = await filesystem.stat(path, { abortSignal })
  if (stat.type === 'file') return [{ path: stat.path, size: stat.size }].filter(isSearchable)
  const walk = { includeHidden, abortSignal }
  const entries = await (filesystem.walk ? filesystem.walk(path, walk) : walkFilesystem(filesystem, path, walk))
  return entries
    .filter(({ type, isSymlink }) => type === 'file' && isSymlink !== true)
    .map((entry) => ({ path: joinPath(stat.path, entry.path), size: entry.size }))
    .filter(isSearchable)
}

function isSearchable({ path, size = 0 }: SearchedFile): boolean {
  return size <= largestSearchedBytes && !path.split('/').includes('.git')
}

async function searchAll(
  filesystem: WorkspaceFilesystem,
  files: readonly SearchedFile[],
  matcher: LineMatcher,
  options: FilesystemGrepOptions,
): Promise<FilesystemGrepResult[]> {
  const { path, maxCountPerFile = Infinity, abortSignal } = options
  let remaining = options.maxTotalMatches ?? Infinity
  const results: FilesystemGrepResult[] = []
  for (const file of files) {
    if (remaining <= 0) break
    throwIfAborted(abortSignal, path, 'grep')
    const isText = filesystem.isTextFile?.(file.path) ?? isTextFileName(file.path)
    if (!isText && isBinaryFileName(file.path)) continue
    const content = await readIfThere(filesystem, file.path, abortSignal)
    if (!content) continue
    const matches = await matcher.search(content, Math.min(maxCountPerFile, remaining))
    remaining -= matches.length
    if (matches.length > 0) results.push({ path: file.path, matches })
  }
  return results
}

/** Undefined when the file vanished, or may not be read: the rest of the tree is searched all the same. */
async function readIfThere(
  filesystem: WorkspaceFilesystem,
  path: string,
  abortSignal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  try {
    const content = await filesystem.readFile(path, { abortSignal })
    return typeof content === 'string' ? Buffer.from(content) : content
  } catch (error) {
    const code = FilesystemError.isInstance(error) ? error.code : undefined
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EINVAL') return undefined
    throw error
  }
}
