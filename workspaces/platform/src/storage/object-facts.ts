import { z } from 'zod'
import type { ObjectFacts, ObjectPage } from '@caisson/kit/object-store'

/** A time that is not told is the beginning of time. */
function dateOf(text: string | null | undefined): Date {
  const time = Date.parse(text ?? '')
  return new Date(Number.isNaN(time) ? 0 : time)
}

const listed = z
  .object({
    key: z.string(),
    size: z.number(),
    lastModified: z.string().nullish(),
    etag: z.string().nullish(),
  })
  .transform(({ key, size, lastModified, etag }): ObjectFacts => ({
    key,
    size,
    modifiedAt: dateOf(lastModified),
    version: etag ?? undefined,
  }))

const prefix = z.union([z.string(), z.object({ prefix: z.string() }).transform((entry) => entry.prefix)])

/** A page of a listing. */
export const pageAnswer: z.ZodType<ObjectPage> = z
  .object({ contents: z.array(listed), commonPrefixes: z.array(prefix).nullish(), nextCursor: z.string().nullish() })
  .transform(({ contents, commonPrefixes, nextCursor }) => ({
    objects: contents,
    prefixes: commonPrefixes ?? [],
    next: nextCursor ?? undefined,
  }))

/** The same from the headers of a content, of which only the size may be told elsewhere. */
export function factsFromHeaders(key: string, headers: Headers, sizeBytes: number): ObjectFacts {
  return {
    key,
    size: sizeBytes,
    modifiedAt: dateOf(headers.get('last-modified')),
    mimeType: headers.get('content-type') ?? undefined,
    version: headers.get('etag') ?? undefined,
  }
}

/** The size of the content; `undefined` where it is not told, or is that of something that was packed. */
export function sizeFromHeaders(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}
