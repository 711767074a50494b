import type { IncomingHttpHeaders } from 'node:http'
import { notImplemented } from '../errors/s3-failure.js'
import type { Query } from './query.js'

const anyValue = undefined

/** Headers of the vendor that the emulator acts on, and values that mean what happens anyway. */
const known: Readonly<Record<string, readonly string[] | undefined>> = {
  'x-amz-acl': ['private', 'bucket-owner-full-control'],
  'x-amz-checksum-algorithm': anyValue,
  'x-amz-checksum-mode': ['ENABLED'],
  'x-amz-checksum-type': anyValue,
  'x-amz-content-sha256': anyValue,
  'x-amz-copy-source': anyValue,
  'x-amz-copy-source-if-match': anyValue,
  'x-amz-copy-source-if-modified-since': anyValue,
  'x-amz-copy-source-if-none-match': anyValue,
  'x-amz-copy-source-if-unmodified-since': anyValue,
  'x-amz-copy-source-range': anyValue,
  'x-amz-date': anyValue,
  'x-amz-decoded-content-length': anyValue,
  'x-amz-metadata-directive': anyValue,
  'x-amz-mp-object-size': anyValue,
  // Says only how the checksum beside it was made.
  'x-amz-sdk-checksum-algorithm': anyValue,
  'x-amz-security-token': anyValue,
  'x-amz-storage-class': ['STANDARD'],
  'x-amz-trailer': anyValue,
  'x-amz-user-agent': anyValue,
  ...Object.fromEntries(
    ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'].map((name) => [`x-amz-checksum-${name}`, anyValue]),
  ),
}

/** Parameters that change what an operation does, which the emulator does not do. */
const unknownParameters: Readonly<Record<string, readonly string[]>> = {
  GetObject: ['partNumber'],
  HeadObject: ['partNumber'],
  ListBuckets: ['bucket-region', 'continuation-token', 'max-buckets', 'prefix'],
}

function checkHeader(name: string, value: string): void {
  if (!Object.hasOwn(known, name)) throw notImplemented(name)
  const values = known[name]
  if (values !== undefined && !values.includes(value)) throw notImplemented(`${name}: ${value}`)
}

/** Throws NotImplemented for what would have to be done and is not: nothing is accepted and ignored. */
export function refuseUnknownParts(operation: string, headers: IncomingHttpHeaders, query: Query): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-') && !name.startsWith('x-amz-meta-')) checkHeader(name, String(value))
  }
  const parameter = unknownParameters[operation]?.find((name) => query.has(name))
  if (parameter !== undefined) throw notImplemented(`?${parameter}`)
}
