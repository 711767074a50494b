import { Content, digestOf, type Digests, type Upload, type UploadPart } from '../../../objects/index.js'
import { s3Failure } from '../../errors/s3-failure.js'
import { checksumElements } from '../../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../../s3-call.js'
import { readXml } from '../../xml/read-xml.js'
import { elements, resultXml } from '../../xml/write-xml.js'
import { writeGuard } from '../conditions.js'
import { quote } from '../object-headers.js'
import { chosenParts } from './chosen-parts.js'
import { uploadChecksum, type UploadChecksum, withoutUploadChecksum } from './upload-checksum.js'
import { uploadOf } from './upload-of.js'

/** What is known of an object that came in parts, beside its content. */
interface Summary {
  readonly etag: string
  readonly digests: Digests
  readonly attributes: Readonly<Record<string, string>>
  /** Elements of the answer. */
  readonly checksums: Readonly<Record<string, string | undefined>>
}

function digestOfDigests(parts: readonly UploadPart[], name: UploadChecksum['name']): Buffer {
  return digestOf(name, Buffer.concat(parts.map(({ digests }) => digests[name] ?? Buffer.alloc(0))))
}

function summarizeComposite(parts: readonly UploadPart[], { name }: UploadChecksum): Omit<Summary, 'etag'> {
  const value = `${digestOfDigests(parts, name).toString('base64')}-${parts.length}`
  return {
    digests: {},
    attributes: { composite: `${name}=${value}`, 'checksum-type': 'COMPOSITE' },
    checksums: { [`Checksum${name.toUpperCase()}`]: value, ChecksumType: 'COMPOSITE' },
  }
}

async function summarize(
  call: S3Call,
  upload: Upload,
  parts: readonly UploadPart[],
  content: Content,
): Promise<Summary> {
  const etag = `${digestOfDigests(parts, 'md5').toString('hex')}-${parts.length}`
  const checksum = uploadChecksum(upload)
  if (checksum === undefined) return { etag, digests: {}, attributes: {}, checksums: {} }
  if (checksum.type === 'COMPOSITE') return { etag, ...summarizeComposite(parts, checksum) }
  const digests = await call.state.store.digest(content, [checksum.name])
  const checksums = { ...checksumElements(digests), ChecksumType: 'FULL_OBJECT' }
  return { etag, digests, attributes: { 'checksum-type': 'FULL_OBJECT' }, checksums }
}

/** Throws BadDigest where the client expects another checksum of the whole, or another size. */
function checkExpected(call: S3Call, { checksums }: Summary, size: number): void {
  for (const [name, value] of Object.entries(checksums)) {
    const given = call.header(`x-amz-checksum-${name.slice('Checksum'.length).toLowerCase()}`)
    if (given !== undefined && given !== value && given !== value?.replace(/-\d+$/, '')) throw s3Failure('BadDigest')
  }
  const expected = call.header('x-amz-mp-object-size')
  if (expected !== undefined && expected !== String(size)) {
    throw s3Failure('InvalidRequest', {
      message: 'The provided x-amz-mp-object-size does not match the size of the object',
    })
  }
}

function commit(call: S3Call, upload: Upload, summary: Summary, content: Content): void {
  const guard = writeGuard(call)
  const bucket = call.bucket()
  const { contentType, metadata } = upload.draft
  const attributes = { ...withoutUploadChecksum(upload), ...summary.attributes }
  const { etag, digests } = summary
  bucket.put(call.key, { content: content.slice(), etag, digests, contentType, metadata, attributes }, (current) => {
    // Another request may have ended the upload meanwhile.
    uploadOf(call)
    guard(current)
  })
  bucket.uploads.remove(upload.id)
}

export async function completeUpload(call: S3Call): Promise<S3Answer> {
  call.require('write', call.key)
  uploadOf(call)
  const root = readXml(await call.receiveText(), 'CompleteMultipartUpload')
  const upload = uploadOf(call)
  const parts = chosenParts(upload, root, call.state.limits.smallestPartBytes)
  const content = Content.join(parts.map((part) => part.content))
  try {
    const summary = await summarize(call, upload, parts, content)
    checkExpected(call, summary, content.size)
    commit(call, upload, summary, content)
    const location = `http://${call.header('host') ?? ''}${(call.request.url ?? '').split('?')[0]}`
    const { bucketName, key } = call
    const result = { Location: location, Bucket: bucketName, Key: key, ETag: quote(summary.etag), ...summary.checksums }
    return xmlAnswer(resultXml('CompleteMultipartUploadResult', elements(result)))
  } finally {
    content.release()
  }
}
