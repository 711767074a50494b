import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectDraft, StoredObject } from '../../objects/index.js'
import { s3Failure } from '../errors/s3-failure.js'
import { checksumHeaders } from '../payload/checksums.js'
import type { S3Call } from '../s3-call.js'

const defaultType = 'binary/octet-stream'
const metadataPrefix = 'x-amz-meta-'
const mostKeyBytes = 1024
const mostMetadataBytes = 2048

/** Headers that are kept and given back as they came. */
const keptHeaders = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'] as const

/** Throws KeyTooLongError. */
function checkKey(key: string): void {
  const size = Buffer.byteLength(key)
  if (size <= mostKeyBytes) return
  throw s3Failure('KeyTooLongError', { details: { Size: String(size), MaxSizeAllowed: String(mostKeyBytes) } })
}

function metadataOf(headers: IncomingHttpHeaders): Record<string, string> {
  const found = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    return name.startsWith(metadataPrefix) ? [[name.slice(metadataPrefix.length), [value ?? ''].flat().join(',')]] : []
  })
  const size = found.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (size > mostMetadataBytes) throw s3Failure('MetadataTooLarge')
  return Object.fromEntries(found)
}

/** How chunks were sent is no property of the object. */
function withoutChunks(encoding: string): string {
  const names = encoding.split(',').map((name) => name.trim())
  return names.filter((name) => name !== 'aws-chunked' && name !== '').join(',')
}

/** What an object will have beside its content. */
export function readDraft(call: S3Call): Pick<ObjectDraft, 'contentType' | 'metadata' | 'attributes'> {
  const { headers } = call.request
  checkKey(call.key)
  const attributes = keptHeaders.flatMap((name): [string, string][] => {
    const given = call.header(name)
    const value = name === 'content-encoding' ? withoutChunks(given ?? '') : (given ?? '')
    return value === '' ? [] : [[name, value]]
  })
  return {
    contentType: headers['content-type'] ?? defaultType,
    metadata: metadataOf(headers),
    attributes: Object.fromEntries(attributes),
  }
}

export function quote(etag: string): string {
  return `"${etag}"`
}

/** What is told of an object when it is read. */
export function objectHeaders(object: StoredObject, withChecksums: boolean): Record<string, string> {
  const metadata = Object.entries(object.metadata).map(([name, value]) => [`${metadataPrefix}${name}`, value])
  const { 'checksum-type': checksumType = 'FULL_OBJECT', composite, ...kept } = object.attributes
  const checksums = composite === undefined ? checksumHeaders(object.digests) : compositeHeader(composite)
  const hasChecksums = withChecksums && Object.keys(checksums).length > 0
  return {
    'Accept-Ranges': 'bytes',
    'Content-Type': object.contentType,
    ETag: quote(object.etag),
    'Last-Modified': object.modifiedAt.toUTCString(),
    ...kept,
    ...Object.fromEntries(metadata),
    ...(hasChecksums ? { ...checksums, 'x-amz-checksum-type': checksumType } : {}),
  }
}

/** A checksum of checksums is kept as `<algorithm>=<value>`. */
function compositeHeader(text: string): Record<string, string> {
  const [name = '', ...value] = text.split('=')
  return { [`x-amz-checksum-${name}`]: value.join('=') }
}
