import { stat } from 'node:fs/promises'
import { unless } from '../../../daemon/system-error.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { requiredQuery } from '../http/query.js'
import { aboutFile, invalidFilePath } from './file-error.js'
import { type FileInfo, readFileInfo } from './file-info.js'
import { walk } from './walk.js'

/** What is left out of a list: links that lead nowhere, and what went away meanwhile. */
const missing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'] as const

function depthOf(url: URL): number {
  const text = url.searchParams.get('depth')
  if (text === null || text === '') return 1
  if (!/^\d+$/.test(text) || Number(text) < 1) {
    throw new ToolboxError(400, 'bad request: depth must be an integer of at least 1')
  }
  return Number(text)
}

/** `GET /files`: what is in a directory. */
export async function listFiles({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = url.searchParams.get('path') ?? ''
  const depth = depthOf(url)
  const files = await aboutFile(shown, async () => {
    const at = await state.resolvePath(shown)
    const stats = await stat(at.actual)
    if (!stats.isDirectory()) throw invalidFilePath(`not a directory: ${shown}`)
    const found: FileInfo[] = []
    for await (const walked of walk(at, depth)) {
      const info = await unless(missing, undefined, () => readFileInfo(walked.at))
      if (info !== undefined) found.push(info)
    }
    return found
  })
  sendJson(response, 200, files)
}

/** `GET /files/info`: one file or directory. */
export async function fileDetails({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  sendJson(response, 200, await aboutFile(shown, async () => readFileInfo(await state.resolvePath(shown))))
}
