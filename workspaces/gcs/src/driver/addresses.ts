import type { GCSBucket } from './gcs-bucket.js'

/** Where the objects of a bucket are listed. */
export function bucketAddress({ endpoint, name }: GCSBucket): string {
  return `${endpoint}/storage/v1/b/${encodeURIComponent(name)}/o`
}

/** Where one object is. */
export function objectAddress(bucket: GCSBucket, key: string): string {
  return `${bucketAddress(bucket)}/${encodeURIComponent(key)}`
}

/** Where an object is copied to, from the address of its source. */
export function copyAddress(bucket: GCSBucket, source: string, destination: string): string {
  const target = `b/${encodeURIComponent(bucket.name)}/o/${encodeURIComponent(destination)}`
  return `${objectAddress(bucket, source)}/rewriteTo/${target}`
}

/** Where content is sent to. */
export function uploadAddress({ endpoint, name }: GCSBucket): string {
  return `${endpoint}/upload/storage/v1/b/${encodeURIComponent(name)}/o`
}
