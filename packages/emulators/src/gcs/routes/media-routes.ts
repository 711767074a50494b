import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { StoredObject } from '../../objects/index.js'
import {
  type Conditions,
  checkConditions,
  checkEtags,
  readConditions,
  readHeaderConditions,
} from '../objects/conditions.js'
import { etagOf } from '../objects/object-view.js'
import { type ByteRange, parseByteRange } from '../wire/byte-range.js'
import { enterBucket, requireObject } from './enter-bucket.js'
import type { GCSCall, GCSRoute } from './gcs-route.js'

/** Names of headers by the facts they tell. */
const attributeHeaders = {
  cacheControl: 'Cache-Control',
  contentDisposition: 'Content-Disposition',
  contentEncoding: 'Content-Encoding',
  contentLanguage: 'Content-Language',
} as const satisfies Readonly<Record<string, string>>

function hashes({ digests }: StoredObject): string {
  const { md5, crc32c } = digests
  const pairs = [crc32c && `crc32c=${crc32c.toString('base64')}`, md5 && `md5=${md5.toString('base64')}`]
  return pairs.filter((pair) => pair !== undefined).join(',')
}

function describe(object: StoredObject): OutgoingHttpHeaders {
  const { attributes, metadata } = object
  const known = Object.entries(attributeHeaders).flatMap(([name, header]): [string, string][] => {
    const value = attributes[name]
    return value === undefined ? [] : [[header, headerText(value)]]
  })
  const own = Object.entries(metadata).filter(([name]) => /^[\w-]+$/.test(name))
  return {
    'Content-Type': headerText(object.contentType),
    'Last-Modified': object.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ETag: etagOf(object),
    'X-Goog-Generation': object.generation,
    'X-Goog-Metageneration': object.metageneration,
    'X-Goog-Hash': hashes(object),
    'X-Goog-Storage-Class': 'STANDARD',
    'X-Goog-Stored-Content-Encoding': attributes['contentEncoding'] ?? 'identity',
    'X-Goog-Stored-Content-Length': object.content.size,
    ...Object.fromEntries(own.map(([name, value]) => [`X-Goog-Meta-${name}`, headerText(value)])),
    ...Object.fromEntries(known),
  }
}

/** Node refuses other characters in headers. */
function headerText(text: string): string {
  const bytes = Buffer.from(text, 'utf8').map((byte) => (byte < 0x20 || byte === 0x7f ? 0x20 : byte))
  return Buffer.from(bytes).toString('latin1')
}

/** Compressed objects are unpacked for clients that do not say that they can do it. */
function mustUnpack({ request }: GCSCall, { attributes }: StoredObject): boolean {
  const accepted = [request.headers['accept-encoding'] ?? ''].flat().join(',')
  if (attributes['contentEncoding'] !== 'gzip' || accepted.includes('gzip')) return false
  return !(attributes['cacheControl'] ?? '').includes('no-transform')
}

async function sendUnpacked({ reply }: GCSCall, object: StoredObject): Promise<void> {
  const { 'Content-Encoding': packed, ...headers } = describe(object)
  const body = reply.stream(200, { ...headers, Warning: `214 UploadServer ${String(packed)} unpacked` })
  await pipeline(object.content.stream(), createGunzip(), body)
}

async function sendBytes(
  { request, reply }: GCSCall,
  object: StoredObject,
  range: ByteRange | undefined,
): Promise<void> {
  const { size } = object.content
  const { start, end } = range ?? { start: 0, end: size }
  const rangeHeader = range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }
  const status = range === undefined ? 200 : 206
  const body = reply.stream(status, { ...describe(object), ...rangeHeader, 'Content-Length': end - start })
  if (request.method === 'HEAD') body.end()
  else await pipeline(object.content.stream(start, end), body)
}

async function download(call: GCSCall, conditions: Conditions): Promise<undefined> {
  const name = call.parameter('object')
  const bucket = enterBucket(call, 'storage.objects.get', name)
  const object = requireObject(bucket, name, call.query.get('generation'))
  checkConditions(conditions, object, 'read')
  checkEtags(call.request.headers, object)
  if (mustUnpack(call, object)) await sendUnpacked(call, object)
  else await sendBytes(call, object, parseByteRange(call.request.headers.range, object.content.size))
}

function downloadByQuery(call: GCSCall): Promise<undefined> {
  return download(call, readConditions(call.query))
}

function downloadByHeaders(call: GCSCall): Promise<undefined> {
  return download(call, readHeaderConditions(call.request.headers))
}

export const mediaRoutes: readonly GCSRoute[] = [
  { method: 'GET', path: '/storage/v1/b/{bucket}/o/{object}', query: 'alt=media', handle: downloadByQuery },
  { method: 'GET', path: '/download/storage/v1/b/{bucket}/o/{object}', query: 'alt=media', handle: downloadByQuery },
]

/** Of the older API, which some clients read objects with. */
export const plainRoutes: readonly GCSRoute[] = [
  { method: 'GET', path: '/{bucket}/{object}', handle: downloadByHeaders },
  { method: 'HEAD', path: '/{bucket}/{object}', handle: downloadByHeaders },
]
