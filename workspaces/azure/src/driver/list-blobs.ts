import type { ContainerClient } from '@azure/storage-blob'
import type { ListRequest, ObjectPage } from '@caisson/kit/object-store'
import { toFacts } from './blob-facts.js'
import { toAbort } from './conditions.js'
import { findFolder, isFolder, type BlobMetadata } from './folders.js'

/** What the SDK tells of a blob in a listing. */
interface ListedBlob {
  readonly name: string
  readonly properties: Parameters<typeof toFacts>[1]
  readonly metadata?: BlobMetadata
}

/** One page of a container. A page may be empty though more follow. */
export async function listBlobs(client: ContainerClient, request: ListRequest): Promise<ObjectPage> {
  const { prefix, delimiter, from, limit, signal } = request
  const options = { includeMetadata: true, ...(prefix === '' ? {} : { prefix }), ...toAbort(signal) }
  const page = { ...(from === undefined ? {} : { continuationToken: from }), ...(limit && { maxPageSize: limit }) }
  if (delimiter === undefined) {
    // A tree is listed to be copied or deleted as a whole.
    const isTree = from === undefined && limit === undefined
    const [{ value }, folder] = await Promise.all([
      client.listBlobsFlat(options).byPage(page).next(),
      isTree ? findFolder(client, prefix, signal) : undefined,
    ])
    const objects = [...(folder === undefined ? [] : [folder]), ...(value?.segment.blobItems ?? []).map(toObject)]
    const found = { objects, prefixes: [], next: nextOf(value) }
    return isTree ? found : withFolder(client, request, found)
  }
  const { value } = await client.listBlobsByHierarchy(delimiter, options).byPage(page).next()
  const blobs: readonly ListedBlob[] = value?.segment.blobItems ?? []
  const deeper: readonly { readonly name: string }[] = value?.segment.blobPrefixes ?? []
  const folders = blobs.filter(({ metadata }) => isFolder(metadata)).map(({ name }) => `${name}${delimiter}`)
  return withFolder(client, request, {
    objects: blobs.filter(({ metadata }) => !isFolder(metadata)).map(toObject),
    prefixes: [...new Set([...deeper.map(({ name }) => name), ...folders])],
    next: nextOf(value),
  })
}

/** Of a directory that is empty nothing is below its name but what stands for it, which a marked blob of that name is not. */
async function withFolder(client: ContainerClient, request: ListRequest, page: ObjectPage): Promise<ObjectPage> {
  const { prefix, from, signal } = request
  const isEmpty = page.objects.length === 0 && page.prefixes.length === 0 && page.next === undefined
  if (!isEmpty || from !== undefined) return page
  const folder = await findFolder(client, prefix, signal)
  return folder === undefined ? page : { ...page, objects: [folder] }
}

function toObject({ name, properties, metadata }: ListedBlob): ObjectPage['objects'][number] {
  return toFacts(isFolder(metadata) ? `${name}/` : name, properties)
}

function nextOf(page: { readonly continuationToken?: string } | undefined): string | undefined {
  return page?.continuationToken === '' ? undefined : page?.continuationToken
}
