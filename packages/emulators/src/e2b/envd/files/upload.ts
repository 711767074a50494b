import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { EnvdError } from '../envd-error.js'
import type { Exchange } from '../http/exchange.js'
import { sendJson } from '../http/send.js'
import { uploadMetadata } from '../metadata/upload-metadata.js'
import { systemCode } from '../../../daemon/system-error.js'
import { uploadEncoding } from './encodings.js'
import { fileAccount } from './file-account.js'
import { requireFileAccess } from './signature.js'
import type { UploadTarget, WrittenFile } from './write-file.js'
import { writeFile } from './write-file.js'

/** How a kind of body becomes files. */
type BodyWriter = (exchange: Exchange, body: Readable, target: Omit<UploadTarget, 'path'>) => Promise<WrittenFile[]>

const writeOctets: BodyWriter = async (exchange, body, target) => {
  const path = exchange.url.searchParams.get('path')
  if (path === null || path === '') {
    throw new EnvdError('invalidArgument', "the query parameter 'path' is needed for a body of this type")
  }
  return [await writeFile(exchange, { ...target, path }, body)]
}

const writeForm: BodyWriter = async (exchange, body, target) => {
  const { writeMultipart } = await import('./multipart.js')
  return writeMultipart(exchange, body, target)
}

const bodyWriters: Readonly<Record<string, BodyWriter>> = {
  'application/octet-stream': writeOctets,
  'multipart/form-data': writeForm,
}

function unpacked({ request }: Exchange): Readable {
  if (uploadEncoding(request.headers['content-encoding']) === 'identity') return request
  const unpack = createGunzip()
  request.on('error', (error) => unpack.destroy(error))
  request.on('aborted', () => unpack.destroy())
  return request.pipe(unpack)
}

/** Damaged gzip is the client's mistake. */
function asBodyError(error: unknown): unknown {
  const code = systemCode(error) ?? ''
  if (!code.startsWith('Z_')) return error
  return new EnvdError('invalidArgument', 'the body is not valid gzip', { cause: error })
}

/** `POST /files`: writes one file or several. */
export async function upload(exchange: Exchange): Promise<void> {
  requireFileAccess(exchange, 'write')
  const { request, response } = exchange
  const account = fileAccount(exchange)
  const metadata = uploadMetadata(request.headers)
  const contentType = request.headers['content-type'] ?? ''
  const writer = bodyWriters[contentType.split(';')[0]?.trim().toLowerCase() ?? '']
  if (writer === undefined) throw new EnvdError('invalidArgument', `unsupported content type: ${contentType}`)
  const body = unpacked(exchange)
  // It may fail before anybody reads it; whoever reads it then is told.
  body.on('error', () => undefined)
  try {
    sendJson(response, 200, await writer(exchange, body, { account, metadata }))
  } catch (error) {
    throw asBodyError(error)
  }
}
