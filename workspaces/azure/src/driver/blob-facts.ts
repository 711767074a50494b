import type { ObjectFacts } from '@caisson/kit/object-store'

/** What the SDK tells of a blob: in headers of answers and in items of listings. */
interface BlobDescription {
  readonly contentLength?: number | undefined
  readonly lastModified?: Date | undefined
  readonly createdOn?: Date | undefined
  readonly contentType?: string | undefined
  readonly etag?: string | undefined
}

/** Names a blob's content and size in the terms of all stores. */
export function toFacts(key: string, blob: BlobDescription, size: number = blob.contentLength ?? 0): ObjectFacts {
  return {
    key,
    size,
    modifiedAt: blob.lastModified ?? new Date(0),
    createdAt: blob.createdOn,
    mimeType: blob.contentType,
    version: quoteEtag(blob.etag),
  }
}

/** The size of the whole blob when only a range of it was sent, as in `bytes 0-4/100`. */
export function wholeSize(contentRange: string | undefined): number | undefined {
  const size = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return size === undefined ? undefined : Number(size)
}

/** Listings leave the quotes out, which belong to a tag. */
function quoteEtag(etag: string | undefined): string | undefined {
  return etag === undefined || etag === '' || etag.startsWith('"') ? etag || undefined : `"${etag}"`
}
