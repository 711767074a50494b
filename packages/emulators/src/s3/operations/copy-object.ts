import {
  type DigestName,
  type Digests,
  type ObjectDraft,
  releaseOnFailure,
  type StoredObject,
} from '../../objects/index.js'
import { invalidArgument, s3Failure } from '../errors/s3-failure.js'
import { checksumElements } from '../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../s3-call.js'
import { elements, resultXml } from '../xml/write-xml.js'
import { writeGuard } from './conditions.js'
import { checkCopySize, readCopySource } from './copy-source.js'
import { quote, readDraft } from './object-headers.js'
import { readUploadChecksum } from './multipart/upload-checksum.js'
import { showTime } from './show-time.js'

type Facts = Pick<ObjectDraft, 'contentType' | 'metadata' | 'attributes'>

function isReplacing(call: S3Call): boolean {
  const directive = call.header('x-amz-metadata-directive') ?? 'COPY'
  if (directive === 'REPLACE') return true
  if (directive === 'COPY') return false
  throw invalidArgument('x-amz-metadata-directive', directive, 'Unknown metadata directive.')
}

/** A copy is a whole, also of an object that came in parts. */
function factsOf({ contentType, metadata, attributes }: StoredObject): Facts {
  const { 'checksum-type': _type, composite: _composite, ...kept } = attributes
  return { contentType, metadata, attributes: kept }
}

/** Checksums of the copy: those of the source, where they are of a whole, and one that is asked for. */
async function digestsOf(call: S3Call, { content, etag, digests }: StoredObject): Promise<Digests> {
  const asked = readUploadChecksum(call)?.name
  const kept = etag.includes('-') ? {} : digests
  const names = new Set<DigestName>(asked === undefined ? ['md5'] : ['md5', asked])
  const missing = [...names].filter((name) => kept[name] === undefined)
  return missing.length === 0 ? kept : { ...kept, ...(await call.state.store.digest(content, missing)) }
}

export async function copyObject(call: S3Call): Promise<S3Answer> {
  call.require('write', call.key)
  const given = readDraft(call)
  const guard = writeGuard(call)
  const replaces = isReplacing(call)
  const { bucket, key, object } = readCopySource(call)
  if (bucket === call.bucketName && key === call.key && !replaces) {
    const message =
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes."
    throw s3Failure('InvalidRequest', { message })
  }
  checkCopySize(call, object.content.size)
  // Held before anything is waited for: the source may be replaced meanwhile.
  const content = object.content.slice()
  const facts = replaces ? given : factsOf(object)
  const stored = await releaseOnFailure(content, async () => {
    const digests = await digestsOf(call, object)
    const etag = digests.md5?.toString('hex') ?? ''
    return call.bucket().put(call.key, { ...facts, content, digests, etag }, guard)
  })
  const result = {
    LastModified: showTime(stored.modifiedAt),
    ETag: quote(stored.etag),
    ...checksumElements(stored.digests),
  }
  return xmlAnswer(resultXml('CopyObjectResult', elements(result)))
}
