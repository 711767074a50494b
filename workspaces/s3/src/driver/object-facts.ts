import type { GetObjectCommandOutput, HeadObjectCommandOutput, _Object } from '@aws-sdk/client-s3'
import type { ObjectFacts } from '@caisson/kit/object-store'

/** What an answer with or without content says of the object. */
export function factsOf(key: string, answer: HeadObjectCommandOutput | GetObjectCommandOutput): ObjectFacts {
  const range = 'ContentRange' in answer ? answer.ContentRange : undefined
  return {
    key,
    size: sizeOf(range) ?? answer.ContentLength ?? 0,
    modifiedAt: answer.LastModified ?? new Date(0),
    mimeType: answer.ContentType,
    version: answer.ETag,
  }
}

/** What a listing says of the object. */
export function listedFacts(key: string, { Size, LastModified, ETag }: _Object): ObjectFacts {
  return { key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0), version: ETag }
}

/** Of the whole object, of which a range was sent: `bytes 0-9/100`. */
function sizeOf(range: string | undefined): number | undefined {
  const total = range?.split('/')[1]
  return total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined
}
