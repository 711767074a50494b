import { constants } from 'node:fs'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EnvdError } from '../envd-error.js'
import type { Exchange } from '../http/exchange.js'
import { sendJson } from '../http/send.js'
import type { Located } from '../../../daemon/paths.js'
import { locate } from '../../../daemon/paths.js'
import { expandPath } from '../paths.js'
import { systemCode } from '../../../daemon/system-error.js'
import type { ByteRange } from '../../../daemon/files/byte-range.js'
import { bytesOf, untilEnd } from '../../../daemon/files/file-bytes.js'
import { selectContent } from '../../../daemon/files/select-content.js'
import { requireRegular, wantsPlainBytes } from './conditions.js'
import { contentDisposition } from './content-disposition.js'
import { acceptedEncoding } from './encodings.js'
import { fileAccount } from './file-account.js'
import { requireFileAccess } from './signature.js'

async function openForReading({ shown, actual }: Located): Promise<FileHandle> {
  try {
    // A named pipe would otherwise be waited for.
    return await open(actual, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') throw new EnvdError('notFound', `path '${shown}' does not exist`, { cause: error })
    if (code === 'ENXIO')
      throw new EnvdError('invalidArgument', `path '${shown}' is not a regular file`, { cause: error })
    throw error
  }
}

async function sendRange(exchange: Exchange, file: FileHandle, range: ByteRange, status: 200 | 206): Promise<void> {
  const { response } = exchange
  response.writeHead(status, { 'Content-Length': range.last - range.first + 1 })
  await pipeline(Readable.from(bytesOf(file, range), { objectMode: false }), response)
}

async function sendAll({ response, request }: Exchange, file: FileHandle, size: number): Promise<void> {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const source = Readable.from(size === 0 ? untilEnd(file) : bytesOf(file, { first: 0, last: size - 1 }), {
    objectMode: false,
  })
  if (encoding === 'identity') {
    response.writeHead(200, size === 0 ? {} : { 'Content-Length': size })
    await pipeline(source, response)
    return
  }
  response.writeHead(200, { 'Content-Encoding': 'gzip' })
  await pipeline(source, createGzip({ level: 1 }), response)
}

async function sendSelected(exchange: Exchange, file: FileHandle, stats: Stats): Promise<void> {
  const { request, response } = exchange
  const { size, mtimeMs } = stats
  if (!wantsPlainBytes(request.headers)) return sendAll(exchange, file, size)
  const selection = selectContent(request.headers, size, mtimeMs)
  if (selection === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${size}`)
    sendJson(response, 416, { code: 416, message: 'invalid range: failed to overlap' })
  } else if (selection === 'not modified' || selection === 'precondition failed') {
    response.writeHead(
      selection === 'not modified' ? 304 : 412,
      selection === 'not modified' ? {} : { 'Content-Length': 0 },
    )
    response.end()
  } else if (selection === 'all') {
    response.writeHead(200, { 'Content-Length': size })
    await pipeline(Readable.from(bytesOf(file, { first: 0, last: size - 1 }), { objectMode: false }), response)
  } else {
    response.setHeader('Content-Range', `bytes ${selection.first}-${selection.last}/${size}`)
    await sendRange(exchange, file, selection, 206)
  }
}

/** `GET /files`: the bytes of one file. */
export async function download(exchange: Exchange): Promise<void> {
  requireFileAccess(exchange, 'read')
  const { response, state, url } = exchange
  const account = fileAccount(exchange)
  const shown = expandPath(url.searchParams.get('path') ?? '', account, state.defaultWorkdir)
  const file = await openForReading(await locate(shown, state.root, 'followed'))
  try {
    const stats = await file.stat()
    requireRegular(shown, stats)
    response.setHeader('Content-Type', 'application/octet-stream')
    response.setHeader('Content-Disposition', contentDisposition(path.basename(shown)))
    response.setHeader('Accept-Ranges', 'bytes')
    response.setHeader('Last-Modified', stats.mtime.toUTCString())
    response.setHeader('Vary', 'Accept-Encoding')
    await sendSelected(exchange, file, stats)
  } finally {
    await file.close()
  }
}
