import type { ObjectFacts } from '@caisson/kit/object-store'

/** What is asked of an object. */
export const objectFields = 'size,updated,timeCreated,contentType,generation'

/** Names an object's content and size in the terms of all stores. A generation names exactly one content. */
export function toFacts(key: string, resource: Readonly<Record<string, unknown>>): ObjectFacts {
  const text = (name: string): string | undefined => {
    const value = resource[name]
    return typeof value === 'string' ? value : undefined
  }
  const createdAt = text('timeCreated')
  return {
    key,
    size: Number(text('size') ?? 0),
    modifiedAt: new Date(text('updated') ?? 0),
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
    mimeType: text('contentType'),
    version: text('generation'),
  }
}

/** The same from the headers of a content, which tell the size of the whole also when only a range is sent. */
export function factsFromHeaders(key: string, headers: Headers): ObjectFacts {
  const ofRange = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return toFacts(key, {
    size: headers.get('x-goog-stored-content-length') ?? ofRange ?? headers.get('content-length'),
    updated: headers.get('last-modified'),
    contentType: headers.get('content-type'),
    generation: headers.get('x-goog-generation'),
  })
}
