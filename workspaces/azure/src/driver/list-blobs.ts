import type { ContainerClient } from '@azure/storage-blob'
import type { ListRequest, ObjectPage } from '@caisson/kit/object-store'
import { toFacts } from './blob-facts.js'
import { toAbort } from './conditions.js'

/** One page of a container. A page may be empty though more follow. */
export async function listBlobs(
  client: ContainerClient,
  { prefix, delimiter, from, limit, signal }: ListRequest,
): Promise<ObjectPage> {
  const options = { ...(prefix === '' ? {} : { prefix }), ...toAbort(signal) }
  const page = { ...(from === undefined ? {} : { continuationToken: from }), ...(limit && { maxPageSize: limit }) }
  if (delimiter === undefined) {
    const { value } = await client.listBlobsFlat(options).byPage(page).next()
    return toPage(value?.segment.blobItems, [], value?.continuationToken)
  }
  const { value } = await client.listBlobsByHierarchy(delimiter, options).byPage(page).next()
  return toPage(value?.segment.blobItems, value?.segment.blobPrefixes, value?.continuationToken)
}

function toPage(
  blobs: readonly { readonly name: string; readonly properties: Parameters<typeof toFacts>[1] }[] = [],
  prefixes: readonly { readonly name: string }[] = [],
  next: string | undefined,
): ObjectPage {
  return {
    objects: blobs.map(({ name, properties }) => toFacts(name, properties)),
    prefixes: prefixes.map(({ name }) => name),
    next: next === '' ? undefined : next,
  }
}
