import { type Content, type DigestName, type Digests, releaseOnFailure } from '../../../objects/index.js'
import { invalidArgument, s3Failure } from '../../errors/s3-failure.js'
import { checksumElements, checksumHeaders } from '../../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../../s3-call.js'
import { elements, resultXml } from '../../xml/write-xml.js'
import { readRange } from '../byte-range.js'
import { checkCopySize, readCopySource } from '../copy-source.js'
import { quote } from '../object-headers.js'
import { showTime } from '../show-time.js'
import { uploadChecksum } from './upload-checksum.js'
import { partNumberOf, uploadOf } from './upload-of.js'

/** Keeps a part; the upload may be over since its body began. */
function keep(call: S3Call, number: number, content: Content, digests: Digests): string {
  const etag = digests.md5?.toString('hex') ?? ''
  const id = call.query.get('uploadId') ?? ''
  if (call.bucket().uploads.addPart(id, { number, content, etag, digests })) return etag
  throw s3Failure('NoSuchUpload', { details: { UploadId: id } })
}

export async function uploadPart(call: S3Call): Promise<S3Answer> {
  call.require('write', call.key)
  const checksum = uploadChecksum(uploadOf(call))
  const number = partNumberOf(call)
  const { content, digests } = await call.receive(checksum === undefined ? [] : [checksum.name])
  const etag = await releaseOnFailure(content, () => keep(call, number, content, digests))
  return { status: 200, headers: { ETag: quote(etag), ...checksumHeaders(digests) } }
}

/** The bytes of the source that are copied. Unlike that of a read, this range must lie within. */
function copiedRange(call: S3Call, size: number): { start: number; end: number } {
  const header = call.header('x-amz-copy-source-range')
  if (header === undefined) return { start: 0, end: size }
  const match = /^bytes=(\d+)-(\d+)$/.exec(header)
  if (match === null) {
    const message =
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy'
    throw invalidArgument('x-amz-copy-source-range', header, message)
  }
  if (Number(match[2]) >= size) {
    throw invalidArgument(
      'x-amz-copy-source-range',
      header,
      `Range specified is not valid for source object of size: ${size}`,
    )
  }
  const range = readRange(header, size)
  if (range === undefined) throw invalidArgument('x-amz-copy-source-range', header, 'The range ends before it begins')
  return range
}

export async function uploadPartCopy(call: S3Call): Promise<S3Answer> {
  call.require('write', call.key)
  const checksum = uploadChecksum(uploadOf(call))
  const number = partNumberOf(call)
  const { object } = readCopySource(call)
  const { start, end } = copiedRange(call, object.content.size)
  checkCopySize(call, end - start)
  const content = object.content.slice(start, end)
  const names: DigestName[] = checksum === undefined ? ['md5'] : ['md5', checksum.name]
  const digests = await releaseOnFailure(content, () => call.state.store.digest(content, names))
  const etag = await releaseOnFailure(content, () => keep(call, number, content, digests))
  const result = { LastModified: showTime(new Date()), ETag: quote(etag), ...checksumElements(digests) }
  return xmlAnswer(resultXml('CopyPartResult', elements(result)))
}
