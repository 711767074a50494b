import { pipeline } from 'node:stream/promises'
import { parseRange } from '../../../daemon/files/byte-range.js'
import type { StoredObject } from '../../../objects/index.js'
import { isUnchanged, readConditions } from './conditions.js'
import { noSuchObject, rangeNotSatisfiable } from './failures.js'
import { headersOf } from './object-view.js'
import { readKey } from './read-key.js'
import type { StorageExchange } from './storage-exchange.js'

function find({ cloud, request, params }: StorageExchange): StoredObject {
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const key = readKey(request.url ?? '', params['*'] ?? '')
  const object = bucket.get(key)
  if (object === undefined) throw noSuchObject(key)
  return object
}

/** Content of an object, or a part of it. */
export async function getObject(exchange: StorageExchange): Promise<void> {
  const { request, reply } = exchange
  const object = find(exchange)
  if (isUnchanged(object, readConditions(request))) return reply.send(304, undefined, headersOf(object))
  const { size } = object.content
  const range = parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(size)
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const body = reply.stream(range === undefined ? 200 : 206, {
    ...headersOf(object),
    ...(range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }),
    'Content-Length': last - first + 1,
  })
  await pipeline(object.content.stream(first, last + 1), body)
}

/** All about an object but its content. */
export function headObject(exchange: StorageExchange): void {
  const { request, reply } = exchange
  const object = find(exchange)
  const isSame = isUnchanged(object, readConditions(request))
  const headers = { ...headersOf(object), 'Content-Length': object.content.size }
  reply.stream(isSame ? 304 : 200, headers).end()
}
