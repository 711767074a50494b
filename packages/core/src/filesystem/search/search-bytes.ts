import type { FilesystemGrepMatch } from '../../contract/filesystem.js'

/** What is looked for in one file. */
export interface SearchRequest {
  readonly source: string
  readonly flags: string
  readonly contextLines: number
  readonly maxMatches: number
}

/**
 * Searches the content of one file line by line; at most one match per line, none in content with NUL bytes.
 *
 * Its source text also runs in a worker, so it uses nothing but globals of the language.
 */
export function searchBytes(bytes: Uint8Array, request: SearchRequest): FilesystemGrepMatch[] {
  const hasMark16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (!hasMark16 && bytes.subarray(0, 8192).includes(0)) return []
  const encoding = hasMark16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const lines = new TextDecoder(encoding).decode(bytes).split('\n')
  // What follows the last line feed is a line only when there is something.
  if (lines.at(-1) === '') lines.pop()
  const clean = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
  const expression = new RegExp(request.source, request.flags)
  const matches: FilesystemGrepMatch[] = []
  for (const [index, line] of lines.entries()) {
    if (matches.length >= request.maxMatches) break
    const text = clean(line)
    const found = expression.exec(text)
    if (!found) continue
    const match: FilesystemGrepMatch = { line: index + 1, column: found.index, text }
    if (request.contextLines > 0) {
      match.before = lines.slice(Math.max(0, index - request.contextLines), index).map(clean)
      match.after = lines.slice(index + 1, index + 1 + request.contextLines).map(clean)
    }
    matches.push(match)
  }
  return matches
}
