import type { ListRequest, ObjectFacts, ObjectPage } from '@caisson/kit/object-store'
import { bucketAddress } from './addresses.js'
import { toAbort } from './conditions.js'
import type { GCSBucket } from './gcs-bucket.js'
import type { GCSClients } from './gcs-clients.js'
import { objectFields, toFacts } from './object-facts.js'
import { read } from './send.js'

/** Only these are sent, which makes long listings a third as long. */
const fields = `prefixes,nextPageToken,items(name,${objectFields})`

/** One page of a bucket. A page may be empty though more follow. */
export async function listObjects(
  clients: GCSClients,
  bucket: GCSBucket,
  { prefix, delimiter, from, limit, signal }: ListRequest,
): Promise<ObjectPage> {
  const params = {
    prefix,
    fields,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(from === undefined ? {} : { pageToken: from }),
    ...(limit === undefined ? {} : { maxResults: String(limit) }),
  }
  const { body } = await read(clients, { url: bucketAddress(bucket), params, ...toAbort(signal) })
  const { items, prefixes, nextPageToken: next } = body
  return {
    objects: listOf(items).flatMap(toObject),
    prefixes: listOf(prefixes).filter((name) => typeof name === 'string'),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function toObject(item: unknown): ObjectFacts[] {
  if (typeof item !== 'object' || item === null || !('name' in item) || typeof item.name !== 'string') return []
  return [toFacts(item.name, { ...item })]
}
