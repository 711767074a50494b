import type { StoredObject } from '../../objects/index.js'

/** Facts of an object that its writer gives, beside its type and the user's own. */
export const attributeNames = [
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'customTime',
  'storageClass',
] as const

export interface ObjectPlace {
  readonly bucket: string
  readonly origin: string
}

function dropMissing(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Other for each content and each description of it. */
export function etagOf({ generation, metageneration }: StoredObject): string {
  return Buffer.from(`${generation}/${metageneration}`).toString('base64')
}

/** An object as the API shows it. */
export function viewObject(object: StoredObject, { bucket, origin }: ObjectPlace): Record<string, unknown> {
  const { key, generation, metageneration, digests, attributes, metadata } = object
  const path = `b/${bucket}/o/${encodeURIComponent(key)}`
  const { componentCount, ...shown } = attributes
  return dropMissing({
    kind: 'storage#object',
    id: `${bucket}/${key}/${generation}`,
    selfLink: `${origin}/storage/v1/${path}`,
    mediaLink: `${origin}/download/storage/v1/${path}?generation=${generation}&alt=media`,
    name: key,
    bucket,
    generation: String(generation),
    metageneration: String(metageneration),
    contentType: object.contentType,
    storageClass: 'STANDARD',
    size: String(object.content.size),
    md5Hash: digests.md5?.toString('base64'),
    crc32c: digests.crc32c?.toString('base64'),
    etag: etagOf(object),
    timeCreated: object.createdAt.toISOString(),
    updated: object.modifiedAt.toISOString(),
    timeStorageClassUpdated: object.createdAt.toISOString(),
    timeFinalized: object.createdAt.toISOString(),
    componentCount: componentCount === undefined ? undefined : Number(componentCount),
    ...shown,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  })
}
