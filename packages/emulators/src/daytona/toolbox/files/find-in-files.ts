import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Located } from '../../../daemon/paths.js'
import { untilEnd } from '../../../daemon/files/file-bytes.js'
import { unless } from '../../../daemon/system-error.js'
import { requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { aboutFile } from './file-error.js'
import { goGlob } from './go-glob.js'
import { type FoundLine, LineSearch } from './line-search.js'
import { walk } from './walk.js'

interface Match extends FoundLine {
  readonly file: string
}

const probeBytes = 512
/** Of files that cannot be read, or went away meanwhile, nothing is found. */
const unreadable = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO', 'ELOOP', 'EIO', 'EINVAL'] as const

async function isBinary(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0)
  return buffer.subarray(0, bytesRead).includes(0)
}

async function findInFile({ shown, actual }: Located, pattern: string): Promise<Match[]> {
  const file = await open(actual, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile() || (await isBinary(file))) return []
    const search = new LineSearch(pattern)
    // Reading for the probe named its place, so the file is still at its start.
    for await (const piece of untilEnd(file)) search.push(piece)
    search.end()
    return search.found.map(({ line, content }) => ({ file: shown, line, content }))
  } finally {
    await file.close()
  }
}

/** `GET /files/find`: the lines of text files that hold a text. */
export async function findInFiles({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  const pattern = requiredQuery(url, 'pattern')
  const matches = await aboutFile(shown, async () => {
    const at = await state.resolvePath(shown)
    const stats = await stat(at.actual)
    if (!stats.isDirectory()) return findInFile(at, pattern)
    const found: Match[] = []
    for await (const walked of walk(at)) {
      if (!walked.entry.isFile()) continue
      found.push(...(await unless(unreadable, [], () => findInFile(walked.at, pattern))))
    }
    return found
  })
  sendJson(response, 200, matches)
}

/** `GET /files/search`: what has a name that fits a pattern, directories too. */
export async function searchFiles({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  const pattern = goGlob(requiredQuery(url, 'pattern'))
  const files = await aboutFile(shown, async () => {
    const found: string[] = []
    for await (const { at, entry } of walk(await state.resolvePath(shown))) {
      if (pattern.test(entry.name)) found.push(at.shown)
    }
    return found
  })
  sendJson(response, 200, { files })
}
