import { createHash } from 'node:crypto'
import { s3Failure } from '../errors/s3-failure.js'
import { ByteReader } from './byte-reader.js'
import type { ChunkSignatures } from './chunk-signatures.js'

const smallestChunkBytes = 8192
const mostTrailers = 20

export interface ChunkedBody {
  readonly source: AsyncIterable<Uint8Array>
  /** Absent: the chunks are not signed. */
  readonly signatures?: ChunkSignatures | undefined
  readonly hasTrailers: boolean
  /** Told once, behind the last byte. */
  readonly onTrailers: (trailers: ReadonlyMap<string, string>) => void
}

interface ChunkHead {
  readonly size: number
  readonly signature: string | undefined
}

async function readHead(reader: ByteReader): Promise<ChunkHead> {
  const line = await reader.line()
  if (line === undefined) throw s3Failure('IncompleteBody')
  const match = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line)
  if (match === null)
    throw s3Failure('InvalidRequest', { message: 'The body is not what Content-Encoding aws-chunked says' })
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] }
}

async function readTrailers(reader: ByteReader): Promise<Map<string, string>> {
  const trailers = new Map<string, string>()
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    // Some clients end each trailer with an empty line.
    if (line === '') continue
    const position = line.indexOf(':')
    if (position < 1 || trailers.size >= mostTrailers)
      throw s3Failure('InvalidRequest', { message: 'A trailer is malformed' })
    trailers.set(line.slice(0, position).toLowerCase(), line.slice(position + 1).trim())
  }
  return trailers
}

function checkTrailers({ signatures, hasTrailers, onTrailers }: ChunkedBody, trailers: Map<string, string>): void {
  const signature = trailers.get('x-amz-trailer-signature')
  trailers.delete('x-amz-trailer-signature')
  if (!hasTrailers && trailers.size > 0) throw s3Failure('InvalidRequest', { message: 'Trailers were not announced' })
  if (hasTrailers) signatures?.verifyTrailers(signature, trailers)
  onTrailers(trailers)
}

/** What a body with `Content-Encoding: aws-chunked` holds. Signatures of chunks and trailers are verified as they come. */
export async function* decodeChunks(body: ChunkedBody): AsyncGenerator<Buffer> {
  const reader = new ByteReader(body.source)
  let isShort = false
  for (;;) {
    const { size, signature } = await readHead(reader)
    if (size > 0 && isShort) throw s3Failure('InvalidChunkSizeError')
    isShort = size < smallestChunkBytes
    const hash = createHash('sha256')
    for await (const piece of reader.take(size)) {
      if (body.signatures !== undefined) hash.update(piece)
      yield piece
    }
    body.signatures?.verifyChunk(signature, hash.digest('hex'))
    if (size === 0) break
    if ((await reader.line()) !== '') throw s3Failure('IncompleteBody')
  }
  checkTrailers(body, await readTrailers(reader))
}
