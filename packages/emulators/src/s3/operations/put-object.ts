import { releaseOnFailure } from '../../objects/index.js'
import { checksumHeaders } from '../payload/checksums.js'
import type { S3Answer, S3Call } from '../s3-call.js'
import { writeGuard } from './conditions.js'
import { quote, readDraft } from './object-headers.js'

export async function putObject(call: S3Call): Promise<S3Answer> {
  call.require('write', call.key)
  const draft = readDraft(call)
  const guard = writeGuard(call)
  const { content, digests } = await call.receive()
  const etag = digests.md5?.toString('hex') ?? ''
  // The bucket may be gone since the body began.
  const object = await releaseOnFailure(content, () => {
    return call.bucket().put(call.key, { ...draft, content, etag, digests }, guard)
  })
  const checksums = checksumHeaders(digests)
  const type = Object.keys(checksums).length === 0 ? {} : { 'x-amz-checksum-type': 'FULL_OBJECT' }
  return { status: 200, headers: { ETag: quote(object.etag), ...checksums, ...type } }
}
