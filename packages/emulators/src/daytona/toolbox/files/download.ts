import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '../../../daemon/files/byte-range.js'
import { bytesOf, untilEnd } from '../../../daemon/files/file-bytes.js'
import { selectContent } from '../../../daemon/files/select-content.js'
import { requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { fileNames } from './content-disposition.js'
import { type OpenedFile, openFile } from './open-file.js'

type Response = ToolboxExchange['response']

async function sendRange(response: Response, { file }: OpenedFile, range: ByteRange, status: 200 | 206): Promise<void> {
  response.writeHead(status, { 'Content-Length': range.last - range.first + 1 })
  await pipeline(Readable.from(bytesOf(file, range), { objectMode: false }), response)
}

async function sendSelected({ request, response }: ToolboxExchange, opened: OpenedFile): Promise<void> {
  const { size, mtimeMs } = opened.stats
  const selection = selectContent(request.headers, size, mtimeMs)
  if (selection === 'unsatisfiable') throw new ToolboxError(416, 'invalid range: failed to overlap')
  if (selection === 'not modified' || selection === 'precondition failed') {
    response.writeHead(selection === 'not modified' ? 304 : 412)
    response.end()
  } else if (selection !== 'all') {
    response.setHeader('Content-Range', `bytes ${selection.first}-${selection.last}/${size}`)
    await sendRange(response, opened, selection, 206)
  } else if (size > 0) {
    await sendRange(response, opened, { first: 0, last: size - 1 }, 200)
  } else {
    response.writeHead(200)
    await pipeline(Readable.from(untilEnd(opened.file), { objectMode: false }), response)
  }
}

/** `GET /files/download`: the bytes of one file. */
export async function downloadFile(exchange: ToolboxExchange): Promise<void> {
  const { response, url, state } = exchange
  const shown = requiredQuery(url, 'path')
  const opened = await openFile(state, shown)
  try {
    response.setHeader('Content-Type', 'application/octet-stream')
    response.setHeader('Content-Disposition', `attachment; ${fileNames(path.basename(shown))}`)
    response.setHeader('Accept-Ranges', 'bytes')
    response.setHeader('Last-Modified', opened.stats.mtime.toUTCString())
    await sendSelected(exchange, opened)
  } finally {
    await opened.file.close()
  }
}
