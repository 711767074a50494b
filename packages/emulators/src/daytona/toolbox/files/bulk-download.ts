import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesOf, untilEnd } from '../../../daemon/files/file-bytes.js'
import { optionalTexts } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { errorBody, ToolboxError } from '../http/toolbox-error.js'
import { fileNames } from './content-disposition.js'
import { fileError } from './file-error.js'
import { type OpenedFile, openFile } from './open-file.js'

const boundary = 'DAYTONA-FILE-BOUNDARY'
const lineBreak = '\r\n'

function partHead(headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`--${boundary}`, ...lines, '', ''].join(lineBreak))
}

async function* filePart(shown: string, { file, stats }: OpenedFile): AsyncGenerator<Buffer> {
  yield partHead({
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `form-data; name="file"; ${fileNames(shown)}`,
    // Files of /proc say that they are empty and yet have content.
    ...(stats.size === 0 ? {} : { 'Content-Length': String(stats.size) }),
  })
  yield* stats.size === 0 ? untilEnd(file) : bytesOf(file, { first: 0, last: stats.size - 1 })
}

function errorPart(shown: string, error: ToolboxError, method: string): Buffer {
  const head = partHead({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `form-data; name="error"; ${fileNames(shown)}`,
  })
  return Buffer.concat([head, Buffer.from(JSON.stringify(errorBody(error, method, shown)))])
}

async function* partOf({ state, request }: ToolboxExchange, shown: string): AsyncGenerator<Buffer> {
  let opened: OpenedFile
  try {
    opened = await openFile(state, shown)
  } catch (error) {
    yield errorPart(shown, fileError(error, shown), request.method ?? '')
    return
  }
  try {
    yield* filePart(shown, opened)
  } finally {
    await opened.file.close()
  }
}

async function* formOf(exchange: ToolboxExchange, paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const shown of paths) {
    yield* partOf(exchange, shown)
    yield Buffer.from(lineBreak)
  }
  yield Buffer.from(`--${boundary}--${lineBreak}`)
}

/**
 * `POST /files/bulk-download`: several files as the parts of a form. What cannot be read is a part too; the status says
 * nothing of it.
 */
export async function bulkDownload(exchange: ToolboxExchange): Promise<void> {
  const { request, response } = exchange
  const paths = optionalTexts(await readJson(request), 'paths') ?? []
  if (paths.length === 0)
    throw new ToolboxError(400, 'bad request: request body must be {"paths": [ ... ]} and non-empty')
  response.writeHead(200, { 'Content-Type': `multipart/form-data; boundary=${boundary}` })
  await pipeline(Readable.from(formOf(exchange, paths), { objectMode: false }), response)
}
