import type { StoredObject } from '../../../objects/index.js'
import type { FileBucket } from './bucket-files.js'
import { type Conditions, guardOf, readConditions } from './conditions.js'
import { objectsBelow } from './directory-objects.js'
import { conditionFailed, conflict, invalid, noSuchObject } from './failures.js'
import { viewObject } from './object-view.js'
import { checkKey, readKey } from './read-key.js'
import type { StorageExchange } from './storage-exchange.js'

interface Copy {
  readonly bucket: FileBucket
  readonly source: string
  readonly destination: string
  /** Of what is at the destination. */
  readonly conditions: Conditions
}

async function readCopy({ cloud, request, params, body }: StorageExchange): Promise<Copy> {
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const source = readKey(request.url ?? '', params['*'] ?? '')
  const { destination } = await body()
  if (typeof destination !== 'string') throw invalid('destination: expected the key of an object')
  const key = checkKey(destination.replace(/^\//, ''))
  if (source.endsWith('/') !== key.endsWith('/')) {
    throw invalid('destination: expected a directory for a directory, and an object for an object')
  }
  if (key.endsWith('/') && key !== source && key.startsWith(source)) {
    throw conflict('A directory cannot be put below itself')
  }
  return { bucket, source, destination: key, conditions: readConditions(request) }
}

function putCopy(bucket: FileBucket, source: StoredObject, key: string, conditions: Conditions = {}): StoredObject {
  const { digests, etag, contentType, metadata, attributes } = source
  const draft = { content: source.content.slice(), digests, etag, contentType, metadata, attributes }
  return bucket.put(key, draft, guardOf(key, conditions))
}

/** Copies within a bucket; contents are shared. Answers what was copied. */
function copyOne({ bucket, source, destination, conditions }: Copy): readonly StoredObject[] {
  const object = bucket.get(source)
  if (object === undefined) throw noSuchObject(source)
  if (objectsBelow(bucket, `${destination}/`).length > 0)
    throw conflict(`${JSON.stringify(destination)} is a directory`)
  return [putCopy(bucket, object, destination, conditions)]
}

function copyAll({ bucket, source, destination, conditions }: Copy): readonly StoredObject[] {
  const objects = objectsBelow(bucket, source)
  if (objects.length === 0) throw noSuchObject(source)
  const isTaken = objectsBelow(bucket, destination).length > 0
  if (conditions.noneMatch?.includes('*') === true && isTaken) throw conditionFailed(destination)
  return objects.map((object) => putCopy(bucket, object, destination + object.key.slice(source.length)))
}

function copy(plan: Copy): readonly StoredObject[] {
  return plan.source.endsWith('/') ? copyAll(plan) : copyOne(plan)
}

function viewCopies(plan: Copy, copies: readonly StoredObject[]): Record<string, unknown> {
  const [first] = copies
  const isDirectory = plan.source.endsWith('/') || first === undefined
  return isDirectory ? { key: plan.destination, objects: copies.length } : viewObject(first)
}

export async function copyObject(exchange: StorageExchange): Promise<void> {
  const plan = await readCopy(exchange)
  exchange.reply.send(200, viewCopies(plan, copy(plan)))
}

/** A copy whose source is gone at once: nobody sees both, and nobody sees neither. */
export async function renameObject(exchange: StorageExchange): Promise<void> {
  const plan = await readCopy(exchange)
  const { bucket, source } = plan
  const sources = source.endsWith('/') ? objectsBelow(bucket, source).map(({ key }) => key) : [source]
  const copies = copy(plan)
  const kept = new Set(copies.map(({ key }) => key))
  for (const key of sources) if (!kept.has(key)) bucket.delete(key)
  exchange.reply.send(200, viewCopies(plan, copies))
}
