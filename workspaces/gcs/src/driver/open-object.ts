import type { Readable } from 'node:stream'
import type { GetOptions, ObjectFacts } from '@caisson/kit/object-store'
import { objectAddress } from './addresses.js'
import { toAbort } from './conditions.js'
import type { GCSBucket } from './gcs-bucket.js'
import type { GCSClients } from './gcs-clients.js'
import { factsFromHeaders } from './object-facts.js'
import { open } from './send.js'

/** Opens the content of an object. */
export async function openObject(
  clients: GCSClients,
  bucket: GCSBucket,
  key: string,
  { start = 0, end, version, signal }: GetOptions,
): Promise<{ facts: ObjectFacts; body: Readable }> {
  const params = { alt: 'media', ...(version === undefined ? {} : { ifGenerationMatch: version }) }
  const range = start === 0 && end === undefined ? {} : { range: `bytes=${start}-${end ?? ''}` }
  // Otherwise the service unpacks what is stored compressed, and its size would be another one.
  const headers = { 'accept-encoding': 'gzip', ...range }
  const request = { url: objectAddress(bucket, key), params, headers, ...toAbort(signal) }
  const answer = await open(clients, request)
  return { facts: factsFromHeaders(key, answer.headers), body: answer.body }
}
