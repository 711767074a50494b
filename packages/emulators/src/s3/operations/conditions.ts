import type { ObjectGuard, StoredObject } from '../../objects/index.js'
import { notImplemented, s3Failure } from '../errors/s3-failure.js'
import type { S3Call } from '../s3-call.js'

interface ReadConditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
  readonly ifUnmodifiedSince: string | undefined
}

function names(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => {
    const bare = tag
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return bare === '*' || bare === etag
  })
}

function failed(condition: string): Error {
  return s3Failure('PreconditionFailed', { details: { Condition: condition } })
}

/** Times in headers have no fractions. */
function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}

/** What is no time is neither before nor after any. */
function secondsOf(header: string | undefined): number {
  return seconds(Date.parse(header ?? ''))
}

/** Undefined where the object is wanted; else the condition that says it is not, or that it has not changed. */
function judge(object: StoredObject, given: ReadConditions): 'failed' | 'unchanged' | undefined {
  const modified = seconds(object.modifiedAt.getTime())
  const { ifMatch, ifNoneMatch } = given
  const [since, until] = [secondsOf(given.ifModifiedSince), secondsOf(given.ifUnmodifiedSince)]
  if (ifMatch !== undefined) {
    if (!names(ifMatch, object.etag)) return 'failed'
  } else if (modified > until) return 'failed'
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, object.etag) ? 'unchanged' : undefined
  return modified <= since ? 'unchanged' : undefined
}

/** Throws PreconditionFailed; true where the client has the object already. */
export function isUnchanged(call: S3Call, object: StoredObject): boolean {
  const verdict = judge(object, {
    ifMatch: call.header('if-match'),
    ifNoneMatch: call.header('if-none-match'),
    ifModifiedSince: call.header('if-modified-since'),
    ifUnmodifiedSince: call.header('if-unmodified-since'),
  })
  if (verdict === 'failed') throw failed(call.header('if-match') === undefined ? 'If-Unmodified-Since' : 'If-Match')
  return verdict === 'unchanged'
}

/** Throws PreconditionFailed unless the source of a copy is the wanted one. */
export function checkSource(call: S3Call, source: StoredObject): void {
  const verdict = judge(source, {
    ifMatch: call.header('x-amz-copy-source-if-match'),
    ifNoneMatch: call.header('x-amz-copy-source-if-none-match'),
    ifModifiedSince: call.header('x-amz-copy-source-if-modified-since'),
    ifUnmodifiedSince: call.header('x-amz-copy-source-if-unmodified-since'),
  })
  if (verdict !== undefined) throw failed('x-amz-copy-source conditions')
}

/** Throws unless the object that is there is the one a client expects to replace or remove. */
export function checkExpected(current: StoredObject | undefined, tag: string): void {
  if (current === undefined) throw s3Failure('NoSuchKey')
  if (!names(tag, current.etag)) throw failed('If-Match')
}

/** What must be true when something is written. */
export function writeGuard(call: S3Call): ObjectGuard {
  const [match, noneMatch] = [call.header('if-match'), call.header('if-none-match')]
  if (match !== undefined && noneMatch !== undefined) throw notImplemented('If-Match together with If-None-Match')
  if (noneMatch !== undefined && noneMatch !== '*') throw notImplemented('If-None-Match other than *')
  return (current) => {
    if (noneMatch !== undefined && current !== undefined) throw failed('If-None-Match')
    if (match !== undefined) checkExpected(current, match)
  }
}
