import type { ObjectPatch, Received } from '../../objects/index.js'
import { type Conditions, checkConditions } from '../objects/conditions.js'
import { viewObject } from '../objects/object-view.js'
import type { GCSBucket } from '../routes/enter-bucket.js'
import { type GivenChecksums, verifyChecksums } from '../wire/checksums.js'
import { noSuchBucket } from '../wire/failures.js'
import type { GCSCall } from '../routes/gcs-route.js'

/** What an upload makes when it is complete. */
export interface UploadTarget {
  readonly bucket: GCSBucket
  readonly name: string
  /** What the object has beside its content. */
  readonly facts: Required<ObjectPatch>
  readonly conditions: Conditions
  readonly given: GivenChecksums
}

/** Makes an object of what has come, and shows it. Takes over the content. Throws 400 for a wrong checksum, 412 where a condition fails. */
export function writeObject(
  call: GCSCall,
  target: UploadTarget,
  { content, digests }: Received,
): Record<string, unknown> {
  const { bucket, name, facts, conditions, given } = target
  try {
    verifyChecksums(given, digests)
    // While the content came the bucket may have gone.
    if (call.cloud.store.bucket(bucket.name) !== bucket) throw noSuchBucket()
  } catch (error) {
    content.release()
    throw error
  }
  const etag = digests.md5?.toString('hex') ?? ''
  const object = bucket.put(name, { ...facts, content, digests, etag }, (current) =>
    checkConditions(conditions, current, 'write'),
  )
  return viewObject(object, { bucket: bucket.name, origin: call.origin })
}
