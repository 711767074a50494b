import { failure, invalid } from '../wire/failures.js'
import { checkBucketName } from '../wire/object-name.js'
import { openSettings } from '../buckets/open-settings.js'
import { viewBucket } from '../buckets/bucket-view.js'
import { readCount } from '../wire/read-count.js'
import { enterBucket } from './enter-bucket.js'
import type { Answer, GCSCall, GCSRoute } from './gcs-route.js'

function list(call: GCSCall): Answer {
  const { cloud, query, origin } = call
  cloud.gatekeeper.admit(call.caller(), { permission: 'storage.buckets.list' })
  const limit = readCount(query, 'maxResults', cloud.pageSize)
  const prefix = query.get('prefix') ?? ''
  const after = query.get('pageToken') ?? ''
  const found = cloud.store.buckets().filter(({ name }) => name.startsWith(prefix) && name > after)
  const page = found.slice(0, limit)
  const next = found.length > page.length ? page.at(-1)?.name : undefined
  return {
    status: 200,
    body: {
      kind: 'storage#buckets',
      ...(next === undefined ? {} : { nextPageToken: next }),
      ...(page.length === 0 ? {} : { items: page.map((bucket) => viewBucket(bucket, origin)) }),
    },
  }
}

async function insert(call: GCSCall): Promise<Answer> {
  const { cloud, query, origin } = call
  const caller = call.caller()
  const body = await call.body()
  const { name, location, labels } = body
  if (typeof name !== 'string') throw failure(400, 'required', 'Required parameter: name')
  cloud.gatekeeper.admit(caller, { permission: 'storage.buckets.create', bucket: name })
  if (!query.has('project')) throw failure(400, 'required', 'Required parameter: project')
  if (cloud.store.bucket(checkBucketName(name)) !== undefined) {
    throw failure(409, 'conflict', 'Your previous request to create the named bucket succeeded and you already own it.')
  }
  const settings = openSettings({ location: typeof location === 'string' ? location : undefined })
  settings.labels = readLabels(labels, {})
  return { status: 200, body: viewBucket(cloud.store.createBucket(name, settings), origin) }
}

function readLabels(value: unknown, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (value === undefined) return before
  if (value === null) return {}
  if (typeof value !== 'object') throw invalid('Invalid value for labels: expected an object')
  const labels = new Map(Object.entries(before))
  for (const [name, text] of Object.entries(value)) {
    if (text === null) labels.delete(name)
    else labels.set(name, String(text))
  }
  return Object.fromEntries(labels)
}

async function patch(call: GCSCall): Promise<Answer> {
  const bucket = enterBucket(call, 'storage.buckets.update')
  const { settings } = bucket
  const { labels, ...others } = await call.body()
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw failure(501, 'notImplemented', `The emulator cannot change ${unknown} of a bucket`)
  settings.labels = readLabels(labels, settings.labels)
  settings.metageneration += 1
  settings.modifiedAt = new Date()
  return { status: 200, body: viewBucket(bucket, call.origin) }
}

function remove(call: GCSCall): Answer {
  const bucket = enterBucket(call, 'storage.buckets.delete')
  if (bucket.size > 0) throw failure(409, 'conflict', 'The bucket you tried to delete is not empty.')
  call.cloud.store.deleteBucket(bucket.name)
  return { status: 204 }
}

function showLayout(call: GCSCall): Answer {
  const { name, settings } = enterBucket(call, 'storage.objects.list', '')
  return {
    status: 200,
    body: {
      kind: 'storage#storageLayout',
      bucket: name,
      location: settings.location,
      locationType: settings.location === 'US' ? 'multi-region' : 'region',
      hierarchicalNamespace: { enabled: false },
    },
  }
}

export const bucketRoutes: readonly GCSRoute[] = [
  { method: 'GET', path: '/storage/v1/b', handle: list },
  { method: 'POST', path: '/storage/v1/b', handle: insert },
  {
    method: 'GET',
    path: '/storage/v1/b/{bucket}',
    handle: (call) => ({ status: 200, body: viewBucket(enterBucket(call, 'storage.buckets.get'), call.origin) }),
  },
  { method: 'PATCH', path: '/storage/v1/b/{bucket}', handle: patch },
  { method: 'DELETE', path: '/storage/v1/b/{bucket}', handle: remove },
  { method: 'GET', path: '/storage/v1/b/{bucket}/storageLayout', handle: showLayout },
]
