import type { Answer, GCSCall } from '../routes/gcs-route.js'
import { type ContentRange, parseContentRange } from '../wire/content-range.js'
import { readChecksums } from '../wire/checksums.js'
import { failure, invalid } from '../wire/failures.js'
import { readUpload } from './upload-body.js'
import type { UploadSession } from './upload-session.js'
import { writeObject } from './write-object.js'

type Chunk = Extract<ContentRange, { kind: 'chunk' }>

/** How much has come. Go clients ask for another status, as some proxies do not let 308 through. */
function incomplete({ request }: GCSCall, session: UploadSession): Answer {
  const range = session.size > 0 ? { Range: `bytes=0-${session.size - 1}` } : {}
  return request.headers['x-guploader-no-308'] === 'yes'
    ? { status: 200, headers: { ...range, 'X-Http-Status-Code-Override': '308' } }
    : { status: 308, headers: range }
}

async function complete(call: GCSCall, session: UploadSession): Promise<Answer> {
  const { target, expectedBytes, size } = session
  if (expectedBytes !== undefined && expectedBytes !== size) {
    throw invalid(`The upload has ${size} bytes, X-Upload-Content-Length said ${expectedBytes}`)
  }
  const content = session.join()
  try {
    const digests = await call.cloud.store.digest(content, ['md5', 'crc32c'])
    const last = readChecksums(call.request, {})
    const given = { md5: last.md5 ?? target.given.md5, crc32c: last.crc32c ?? target.given.crc32c }
    session.result = writeObject(call, { ...target, given }, { content, digests })
    session.end('complete')
  } catch (error) {
    content.release()
    session.end('failed')
    throw error
  }
  return { status: 200, body: session.result }
}

interface Arrival {
  /** How many bytes there were in the body. */
  readonly bytes: number
  /** Why the body has ended before its end. */
  readonly broken?: unknown
}

/** Takes a body up to where it ends or breaks off, without the bytes that are here already. */
async function takeBody(call: GCSCall, session: UploadSession, chunk: Chunk): Promise<Arrival> {
  const arrival: { bytes: number; broken?: unknown } = { bytes: 0 }
  const source = async function* (): AsyncGenerator<Buffer> {
    let known = session.size - chunk.start
    try {
      for await (const piece of readUpload(call)) {
        arrival.bytes += piece.length
        const fresh = piece.subarray(Math.min(known, piece.length))
        known -= piece.length - fresh.length
        if (fresh.length > 0) yield fresh
      }
    } catch (error) {
      arrival.broken = error
    }
  }
  const { content } = await call.cloud.store.receive(source(), [])
  const hasEnd = chunk.end === undefined || arrival.bytes === chunk.end - chunk.start
  if (arrival.broken === undefined && !hasEnd) content.release()
  else session.add(content, arrival.broken === undefined && isLast(chunk, arrival.bytes))
  return arrival
}

/** Without a total, a body without an end of its own is the rest of the object. */
function isLast({ start, end, total }: Chunk, bytes: number): boolean {
  return total === undefined ? end === undefined : start + bytes === total
}

async function takeChunk(call: GCSCall, session: UploadSession, chunk: Chunk): Promise<Answer> {
  const { start, end } = chunk
  if (start > session.size) {
    throw invalid(`Invalid request. The chunk begins at ${start}, and ${session.size} bytes have come.`)
  }
  const { bytes, broken } = await takeBody(call, session, chunk)
  if (broken !== undefined) throw broken
  if (end !== undefined && bytes !== end - start) {
    throw invalid(`Invalid request. There were ${bytes} bytes in the body, Content-Range said ${end - start}.`)
  }
  return isLast(chunk, bytes) ? complete(call, session) : incomplete(call, session)
}

function requireSession(call: GCSCall): UploadSession {
  const session = call.cloud.sessions.find(call.query.get('upload_id') ?? '')
  if (session !== undefined && session.target.bucket.name === call.parameter('bucket')) return session
  throw failure(404, 'notFound', 'There is no such session of an upload')
}

/** One request about an object that comes in several: a part of it, or the question how much has come. */
export async function continueUpload(call: GCSCall): Promise<Answer> {
  const session = requireSession(call)
  const range = parseContentRange(call.request.headers['content-range'])
  return session.enter(call.reply, async () => {
    if (session.result !== undefined) return { status: 200, body: session.result }
    if (session.state === 'cancelled') throw failure(499, 'cancelled', 'The upload was cancelled')
    if (session.state === 'failed') throw failure(410, 'gone', 'The upload has failed')
    if (range.kind === 'chunk') return takeChunk(call, session, range)
    const isAll = range.total !== undefined && range.total === session.size
    return isAll ? complete(call, session) : incomplete(call, session)
  })
}

/** Ends an upload that is not complete. The vendor answers with a status of its own, which means that it worked. */
export function cancelUpload(call: GCSCall): Promise<Answer> {
  const session = requireSession(call)
  return session.enter(call.reply, async () => {
    if (session.state === 'complete') throw failure(410, 'gone', 'The upload is complete')
    session.end('cancelled')
    return { status: 499 }
  })
}
