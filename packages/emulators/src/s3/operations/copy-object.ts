import type { Digests, ObjectDraft, StoredObject } from '../../objects/index.js'
import { invalidArgument, s3Failure } from '../errors/s3-failure.js'
import { checksumElements } from '../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../s3-call.js'
import { elements, resultXml } from '../xml/write-xml.js'
import { writeGuard } from './conditions.js'
import { checkCopySize, readCopySource } from './copy-source.js'
import { quote, readDraft } from './object-headers.js'
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

async function digestsOf(call: S3Call, { content, etag, digests }: StoredObject): Promise<Digests> {
  const isWhole = !etag.includes('-')
  return isWhole ? digests : call.state.store.digest(content, ['md5'])
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
  const copy = await makeCopy(call, object, content)
  const facts = replaces ? given : factsOf(object)
  const stored = call.bucket().put(call.key, { ...facts, ...copy, content }, guard)
  const result = {
    LastModified: showTime(stored.modifiedAt),
    ETag: quote(stored.etag),
    ...checksumElements(stored.digests),
  }
  return xmlAnswer(resultXml('CopyObjectResult', elements(result)))
}

async function makeCopy(
  call: S3Call,
  object: StoredObject,
  content: ObjectDraft['content'],
): Promise<Pick<ObjectDraft, 'etag' | 'digests'>> {
  try {
    const digests = await digestsOf(call, object)
    call.bucket()
    return { digests, etag: digests.md5?.toString('hex') ?? object.etag }
  } catch (error) {
    content.release()
    throw error
  }
}
