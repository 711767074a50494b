import type { FileBucket } from './bucket-files.js'
import { type Conditions, guardOf, readConditions } from './conditions.js'
import { hasChildren, objectsBelow } from './directory-objects.js'
import { conditionFailed, conflict, invalid, noSuchObject } from './failures.js'
import { readKey } from './read-key.js'
import type { StorageExchange } from './storage-exchange.js'

interface Deletion {
  readonly bucket: FileBucket
  readonly key: string
  readonly conditions: Conditions
}

/** An object, or a directory without children. */
function deleteOne({ bucket, key, conditions }: Deletion): void {
  const directory = key.endsWith('/') ? key : `${key}/`
  if (directory !== key && bucket.get(key) !== undefined) {
    bucket.delete(key, guardOf(key, conditions))
    return
  }
  // A tag is one of an object, which is not there.
  if (directory !== key && conditions.match !== undefined) throw conditionFailed(key)
  if (hasChildren(bucket, directory)) throw conflict(`Directory ${JSON.stringify(key)} is not empty`)
  if (!bucket.delete(directory, guardOf(key, conditions))) throw noSuchObject(key)
}

/** An object of that name, and all below a directory of that name. */
function deleteAll({ bucket, key, conditions }: Deletion): void {
  const directory = key.endsWith('/') ? key : `${key}/`
  const below = objectsBelow(bucket, directory)
  const file = bucket.get(key)
  guardOf(key, conditions)(file)
  if (file === undefined && below.length === 0) throw noSuchObject(key)
  if (file !== undefined) bucket.delete(key)
  for (const object of below) bucket.delete(object.key)
}

function readFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name)
  if (value === null || value === 'false' || value === '') return false
  if (value === 'true') return true
  throw invalid(`${name}: expected true or false, given ${JSON.stringify(value)}`)
}

export function deleteObject({ cloud, request, reply, params, url }: StorageExchange): void {
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const key = readKey(request.url ?? '', params['*'] ?? '')
  const deletion = { bucket, key, conditions: readConditions(request) }
  if (readFlag(url.searchParams, 'recursive')) deleteAll(deletion)
  else deleteOne(deletion)
  reply.send(204)
}
