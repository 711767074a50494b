import type { Bucket, StoredObject } from '../../objects/index.js'
import type { Permission } from '../access/permission.js'
import type { BucketSettings } from '../buckets/bucket-settings.js'
import { invalid, noSuchBucket, noSuchObject } from '../wire/failures.js'
import type { GCSCall } from './gcs-route.js'

export type GCSBucket = Bucket<BucketSettings>

/**
 * The bucket of a call, when the caller may do this there. `name`: of the object, or the prefix of a listing. Throws 401, 403, and 404 where
 * there is no such bucket.
 */
export function enterBucket(call: GCSCall, permission: Permission, name?: string, bucketName?: string): GCSBucket {
  const caller = call.caller()
  const bucket = call.cloud.store.bucket(bucketName ?? call.parameter('bucket'))
  if (bucket === undefined) throw noSuchBucket()
  call.cloud.gatekeeper.admit(caller, { permission, bucket: bucket.name, name, isPublic: bucket.settings.isPublic })
  return bucket
}

/** Throws 404 where there is no such object, or where another generation is asked for than there is. */
export function requireObject(bucket: GCSBucket, name: string, generation: string | null = null): StoredObject {
  if (generation !== null && !/^\d{1,19}$/.test(generation)) {
    throw invalid(`Invalid value for generation: ${JSON.stringify(generation)}`)
  }
  const object = bucket.get(name)
  if (object === undefined || (generation !== null && Number(generation) !== object.generation)) {
    throw noSuchObject(bucket.name, name)
  }
  return object
}
