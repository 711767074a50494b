import { checkConditions, readConditions } from '../objects/conditions.js'
import { factsFrom, type ObjectResource } from '../objects/object-resource.js'
import { cancelUpload, continueUpload } from '../uploads/continue-upload.js'
import { readUpload } from '../uploads/upload-body.js'
import { type UploadTarget, writeObject } from '../uploads/write-object.js'
import { readChecksums } from '../wire/checksums.js'
import { failure, invalid } from '../wire/failures.js'
import { checkObjectName } from '../wire/object-name.js'
import { readResource } from '../wire/read-resource.js'
import { boundaryOf, RelatedReader } from '../wire/related-reader.js'
import { enterBucket } from './enter-bucket.js'
import type { Answer, GCSCall, GCSRoute } from './gcs-route.js'

const digests = ['md5', 'crc32c'] as const

function nameOf(call: GCSCall, resource: ObjectResource): string {
  const name = call.query.get('name') ?? resource['name']
  if (typeof name !== 'string') throw failure(400, 'required', 'Required parameter: name')
  return checkObjectName(name)
}

function targetOf(call: GCSCall, resource: ObjectResource, mediaType: string | undefined): UploadTarget {
  const name = nameOf(call, resource)
  const encoding = call.query.get('contentEncoding')
  const described = encoding === null ? resource : { contentEncoding: encoding, ...resource }
  return {
    bucket: enterBucket(call, 'storage.objects.create', name),
    name,
    facts: factsFrom(described, mediaType),
    conditions: readConditions(call.query),
    given: readChecksums(call.request, resource),
  }
}

async function insertMedia(call: GCSCall): Promise<Answer> {
  const target = targetOf(call, {}, call.request.headers['content-type'])
  const received = await call.cloud.store.receive(readUpload(call), digests)
  return { status: 200, body: writeObject(call, target, received) }
}

async function insertMultipart(call: GCSCall): Promise<Answer> {
  const reader = new RelatedReader(readUpload(call), boundaryOf(call.request.headers['content-type']))
  await reader.next()
  const resource = await readResource(reader.content())
  const head = await reader.next()
  const target = targetOf(call, resource, head.get('content-type'))
  const received = await call.cloud.store.receive(reader.content(), digests)
  return { status: 200, body: writeObject(call, target, received) }
}

function expectedBytes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalid(`Invalid X-Upload-Content-Length: ${JSON.stringify(text)}`)
  return Number(text)
}

function header(call: GCSCall, name: string): string | undefined {
  return [call.request.headers[name] ?? []].flat()[0]
}

async function startUpload(call: GCSCall): Promise<Answer> {
  const resource = await call.body()
  const target = targetOf(call, resource, header(call, 'x-upload-content-type'))
  checkConditions(target.conditions, target.bucket.get(target.name), 'write')
  const session = call.cloud.sessions.start(target, expectedBytes(header(call, 'x-upload-content-length')))
  const query = new URLSearchParams({ uploadType: 'resumable', name: target.name, upload_id: session.id })
  const location = `${call.origin}/upload/storage/v1/b/${target.bucket.name}/o?${query.toString()}`
  return { status: 200, headers: { Location: location, 'X-GUploader-UploadID': session.id } }
}

function refuseKind(): never {
  throw invalid('Expected the parameter uploadType: media, multipart or resumable')
}

const path = '/upload/storage/v1/b/{bucket}/o'

export const uploadRoutes: readonly GCSRoute[] = [
  { method: 'PUT', path, query: 'upload_id', handle: continueUpload },
  { method: 'POST', path, query: 'upload_id', handle: continueUpload },
  { method: 'DELETE', path, query: 'upload_id', handle: cancelUpload },
  { method: 'POST', path, query: 'uploadType=media', handle: insertMedia },
  { method: 'POST', path, query: 'uploadType=multipart', handle: insertMultipart },
  { method: 'POST', path, query: 'uploadType=resumable', handle: startUpload },
  { method: 'POST', path, handle: refuseKind },
]
