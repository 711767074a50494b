import type { PutOptions } from '@caisson/kit/object-store'
import { uploadAddress } from './addresses.js'
import { toAbort, toParameters } from './conditions.js'
import type { GCSBucket } from './gcs-bucket.js'
import type { GCSClients } from './gcs-clients.js'
import { send } from './send.js'

const unknownType = 'application/octet-stream'

/** Where uploads go, and what they are about. */
function uploadRequest(
  bucket: GCSBucket,
  key: string,
  uploadType: 'media' | 'resumable',
  { condition, signal }: PutOptions,
): { url: string; method: 'POST'; params: Record<string, string>; signal?: AbortSignal } {
  const params = { uploadType, name: key, ...toParameters(condition) }
  return { url: uploadAddress(bucket), method: 'POST', params, ...toAbort(signal) }
}

/** Stores an object in one request and returns its generation. */
export async function putObject(
  clients: GCSClients,
  bucket: GCSBucket,
  key: string,
  body: Uint8Array,
  options: PutOptions,
): Promise<string | undefined> {
  const headers = { 'content-type': options.mimeType ?? unknownType }
  const data = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const reply = await send(clients, { ...uploadRequest(bucket, key, 'media', options), headers, data })
  const { generation } = reply.body
  return typeof generation === 'string' ? generation : undefined
}

/** Begins an upload in pieces and returns the address that they go to. Whoever knows it may upload: it is a secret. */
export async function beginUpload(
  clients: GCSClients,
  bucket: GCSBucket,
  key: string,
  options: PutOptions,
): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-upload-content-type': options.mimeType ?? unknownType }
  const reply = await send(clients, { ...uploadRequest(bucket, key, 'resumable', options), headers, data: '{}' })
  return reply.headers.get('location') ?? ''
}
