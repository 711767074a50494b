import type { IncomingMessage } from 'node:http'
import type { ObjectGuard, StoredObject } from '../../../objects/index.js'
import { conditionFailed } from './failures.js'

/** What must hold of an object for a request to be done. */
export interface Conditions {
  /** Tags of which it must have one; `*`: it must exist. */
  readonly match?: readonly string[] | undefined
  /** Tags of which it must have none; `*`: it must not exist. */
  readonly noneMatch?: readonly string[] | undefined
}

/** As headers write a tag. */
export function etagOf({ etag }: StoredObject): string {
  return `"${etag}"`
}

function readTags(header: string | undefined): readonly string[] | undefined {
  return header?.split(',').map((tag) => tag.trim())
}

export function readConditions({ headers }: IncomingMessage): Conditions {
  return { match: readTags(headers['if-match']), noneMatch: readTags(headers['if-none-match']) }
}

/** A tag that is said to be weak is never strong enough for a change. */
function hasTag(tags: readonly string[], current: StoredObject | undefined): boolean {
  return current !== undefined && (tags.includes('*') || tags.includes(etagOf(current)))
}

/** Guards a change of an object. Throws a 412. */
export function guardOf(key: string, { match, noneMatch }: Conditions): ObjectGuard {
  return (current) => {
    if (match !== undefined && !hasTag(match, current)) throw conditionFailed(key)
    if (noneMatch !== undefined && hasTag(noneMatch, current)) throw conditionFailed(key)
  }
}

/** A client that has this content needs no other. Throws a 412 where it wants a content that is not there any more. */
export function isUnchanged(object: StoredObject, { match, noneMatch }: Conditions): boolean {
  if (match !== undefined && !hasTag(match, object)) throw conditionFailed(object.key)
  return noneMatch !== undefined && hasTag(noneMatch, object)
}
