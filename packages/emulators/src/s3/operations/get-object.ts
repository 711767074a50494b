import type { OutgoingHttpHeaders } from 'node:http'
import type { StoredObject } from '../../objects/index.js'
import { s3Failure } from '../errors/s3-failure.js'
import type { S3Answer, S3Call } from '../s3-call.js'
import { type ByteRange, readRange } from './byte-range.js'
import { isUnchanged } from './conditions.js'
import { objectHeaders, quote } from './object-headers.js'

/** Parameters that change headers of the answer, such as `response-content-type`. */
const overridable = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

function overrides(call: S3Call): Record<string, string> {
  const given = overridable.flatMap((name): [string, string][] => {
    const value = call.query.get(`response-${name}`)
    return value === undefined ? [] : [[name, value]]
  })
  if (given.length > 0 && call.isAnonymous) {
    const message = 'Request specific response headers cannot be used for anonymous GET requests.'
    throw s3Failure('InvalidRequest', { message })
  }
  return Object.fromEntries(given)
}

/** Replaces headers whatever the case of their names. */
function merge(headers: Record<string, string>, changes: Record<string, string>): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => changes[name.toLowerCase()] === undefined)
  return { ...Object.fromEntries(kept), ...changes }
}

function headersOf(call: S3Call, object: StoredObject, range: ByteRange | undefined): OutgoingHttpHeaders {
  const { size } = object.content
  const withChecksums = range === undefined && call.header('x-amz-checksum-mode') === 'ENABLED'
  const { start, end } = range ?? { start: 0, end: size }
  return {
    ...merge(objectHeaders(object, withChecksums), overrides(call)),
    'Content-Length': end - start,
    ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
  }
}

/** Answers GET and HEAD. */
export function getObject(call: S3Call): S3Answer {
  const object = call.object()
  if (isUnchanged(call, object)) {
    return { status: 304, headers: { ETag: quote(object.etag), 'Last-Modified': object.modifiedAt.toUTCString() } }
  }
  const range = readRange(call.header('range'), object.content.size)
  const status = range === undefined ? 200 : 206
  const headers = headersOf(call, object, range)
  if (call.request.method === 'HEAD') return { status, headers }
  return { status, headers, body: object.content.stream(range?.start, range?.end) }
}
