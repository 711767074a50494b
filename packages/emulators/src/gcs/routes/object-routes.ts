import type { StoredObject } from '../../objects/index.js'
import { checkConditions, checkEtags, type Conditions, readConditions } from '../objects/conditions.js'
import { patchOf } from '../objects/object-resource.js'
import { viewObject } from '../objects/object-view.js'
import { readCount } from '../wire/read-count.js'
import { enterBucket, type GCSBucket, requireObject } from './enter-bucket.js'
import type { Answer, GCSCall, GCSRoute } from './gcs-route.js'

/** Go's clients name parameters that they leave empty; such a one says nothing. */
function filled(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)
  return value === null || value === '' ? undefined : value
}

function list(call: GCSCall): Answer {
  const { cloud, query, origin } = call
  const prefix = query.get('prefix') ?? ''
  const bucket = enterBucket(call, 'storage.objects.list', prefix)
  const token = filled(query, 'pageToken')
  const { objects, prefixes, next } = bucket.list({
    prefix,
    delimiter: filled(query, 'delimiter'),
    after: token === undefined ? undefined : Buffer.from(token, 'base64url').toString('utf8'),
    from: filled(query, 'startOffset'),
    before: filled(query, 'endOffset'),
    limit: readCount(query, 'maxResults', cloud.pageSize),
  })
  const trailing =
    query.get('includeTrailingDelimiter') === 'true' ? prefixes.flatMap((name) => bucket.get(name) ?? []) : []
  const items = [...objects, ...trailing].map((object) => viewObject(object, { bucket: bucket.name, origin }))
  return {
    status: 200,
    body: {
      kind: 'storage#objects',
      ...(next === undefined ? {} : { nextPageToken: Buffer.from(next).toString('base64url') }),
      ...(prefixes.length === 0 ? {} : { prefixes }),
      ...(items.length === 0 ? {} : { items }),
    },
  }
}

interface Found {
  readonly bucket: GCSBucket
  readonly object: StoredObject
  readonly conditions: Conditions
}

function find(
  call: GCSCall,
  permission: 'storage.objects.delete' | 'storage.objects.get' | 'storage.objects.update',
): Found {
  const name = call.parameter('object')
  const bucket = enterBucket(call, permission, name)
  const conditions = readConditions(call.query)
  return { bucket, object: requireObject(bucket, name, call.query.get('generation')), conditions }
}

function show({ bucket }: Found, object: StoredObject, call: GCSCall): Answer {
  return { status: 200, body: viewObject(object, { bucket: bucket.name, origin: call.origin }) }
}

function get(call: GCSCall): Answer {
  const found = find(call, 'storage.objects.get')
  checkConditions(found.conditions, found.object, 'read')
  checkEtags(call.request.headers, found.object)
  return show(found, found.object, call)
}

async function change(call: GCSCall, how: 'patch' | 'replace'): Promise<Answer> {
  const resource = await call.body()
  const found = find(call, 'storage.objects.update')
  const before =
    how === 'patch' ? found.object : { contentType: 'application/octet-stream', metadata: {}, attributes: {} }
  const { bucket, object, conditions } = found
  checkConditions(conditions, object, 'write')
  const changed = bucket.patch(object.key, patchOf(resource, before))
  return show(found, changed ?? object, call)
}

function remove(call: GCSCall): Answer {
  const { bucket, object, conditions } = find(call, 'storage.objects.delete')
  bucket.delete(object.key, (current) => checkConditions(conditions, current, 'write'))
  return { status: 204 }
}

const path = '/storage/v1/b/{bucket}/o/{object}'

export const objectRoutes: readonly GCSRoute[] = [
  { method: 'GET', path: '/storage/v1/b/{bucket}/o', handle: list },
  { method: 'GET', path, handle: get },
  { method: 'PATCH', path, handle: (call) => change(call, 'patch') },
  { method: 'PUT', path, handle: (call) => change(call, 'replace') },
  { method: 'DELETE', path, handle: remove },
]
