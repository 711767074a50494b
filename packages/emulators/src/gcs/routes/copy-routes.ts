import type { ObjectPatch, StoredObject } from '../../objects/index.js'
import { compose } from './compose-objects.js'
import { checkConditions, readConditions } from '../objects/conditions.js'
import { factsFrom, type ObjectResource } from '../objects/object-resource.js'
import { attributeNames, viewObject } from '../objects/object-view.js'
import { invalid } from '../wire/failures.js'
import { checkObjectName } from '../wire/object-name.js'
import { readCount } from '../wire/read-count.js'
import { enterBucket, type GCSBucket, requireObject } from './enter-bucket.js'
import type { Answer, GCSCall, GCSRoute } from './gcs-route.js'

interface Copy {
  readonly source: StoredObject
  readonly sourceBucket: GCSBucket
  readonly bucket: GCSBucket
  readonly name: string
  readonly resource: ObjectResource
}

const descriptive: readonly string[] = ['contentType', 'metadata', ...attributeNames]

/** Without a description of its own a copy has that of its source. */
function factsOf({ source, resource }: Copy): Required<ObjectPatch> {
  const isDescribed = descriptive.some((name) => resource[name] !== undefined)
  if (isDescribed) return factsFrom(resource, source.contentType)
  return { contentType: source.contentType, metadata: source.metadata, attributes: source.attributes }
}

async function openCopy(call: GCSCall): Promise<Copy> {
  const resource = await call.body()
  const name = checkObjectName(call.parameter('destinationObject'))
  const sourceName = call.parameter('object')
  const bucket = enterBucket(call, 'storage.objects.create', name, call.parameter('destinationBucket'))
  const sourceBucket = enterBucket(call, 'storage.objects.get', sourceName)
  const source = requireObject(sourceBucket, sourceName, call.query.get('sourceGeneration'))
  checkConditions(readConditions(call.query, 'Source'), source, 'write')
  return { source, sourceBucket, bucket, name, resource }
}

function finish(call: GCSCall, copy: Copy): Record<string, unknown> {
  const { source, bucket, name } = copy
  const conditions = readConditions(call.query)
  const draft = { ...factsOf(copy), content: source.content.slice(), digests: source.digests, etag: source.etag }
  const object = bucket.put(name, draft, (current) => checkConditions(conditions, current, 'write'))
  return viewObject(object, { bucket: bucket.name, origin: call.origin })
}

async function copyObject(call: GCSCall): Promise<Answer> {
  return { status: 200, body: finish(call, await openCopy(call)) }
}

const stepBytes = 1024 * 1024

/** How many bytes this call may copy. */
function readLimit({ query, cloud }: GCSCall): number {
  if (!query.has('maxBytesRewrittenPerCall')) return cloud.rewriteBytesPerCall
  const limit = readCount(query, 'maxBytesRewrittenPerCall', Number.MAX_SAFE_INTEGER)
  if (limit % stepBytes !== 0) throw invalid(`maxBytesRewrittenPerCall: expected a multiple of ${stepBytes}`)
  return Math.min(limit, cloud.rewriteBytesPerCall)
}

async function rewrite(call: GCSCall): Promise<Answer> {
  const copy = await openCopy(call)
  const { source, sourceBucket, bucket, name } = copy
  const limit = readLimit(call)
  const { rewrites } = call.cloud
  const subject = JSON.stringify([sourceBucket.name, source.key, source.generation, bucket.name, name])
  const token = call.query.get('rewriteToken')
  const before = token === null ? { subject, copiedBytes: 0 } : rewrites.find(token)
  if (before?.subject !== subject) throw invalid('The rewrite token is not of this source and destination')
  const { size } = source.content
  const copiedBytes = Math.min(before.copiedBytes + limit, size)
  const progress = {
    kind: 'storage#rewriteResponse',
    totalBytesRewritten: String(copiedBytes),
    objectSize: String(size),
  }
  if (copiedBytes === size) return { status: 200, body: { ...progress, done: true, resource: finish(call, copy) } }
  const rewriteToken = rewrites.add({ subject, copiedBytes })
  return { status: 200, body: { ...progress, done: false, rewriteToken } }
}

function move(call: GCSCall): Answer {
  const name = checkObjectName(call.parameter('destinationObject'))
  const sourceName = call.parameter('object')
  enterBucket(call, 'storage.objects.create', name)
  const bucket = enterBucket(call, 'storage.objects.delete', sourceName)
  const source = requireObject(bucket, sourceName, call.query.get('sourceGeneration'))
  checkConditions(readConditions(call.query, 'Source'), source, 'write')
  if (name === sourceName) throw invalid('The source and the destination of a move are the same')
  const body = finish(call, { source, sourceBucket: bucket, bucket, name, resource: {} })
  bucket.delete(sourceName)
  return { status: 200, body }
}

const source = '/storage/v1/b/{bucket}/o/{object}'
const target = 'b/{destinationBucket}/o/{destinationObject}'

export const copyRoutes: readonly GCSRoute[] = [
  { method: 'POST', path: `${source}/copyTo/${target}`, handle: copyObject },
  { method: 'POST', path: `${source}/rewriteTo/${target}`, handle: rewrite },
  { method: 'POST', path: `${source}/moveTo/o/{destinationObject}`, handle: move },
  { method: 'POST', path: `${source}/compose`, handle: compose },
]
