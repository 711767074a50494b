import { FileExistsError, IsDirectoryError, StaleFileError, type FilesystemError } from '@caisson/core/workspace'
import { mimeTypeOf, throwIfAborted } from '@caisson/core/driver'
import { attempt, whileOthersWin } from './attempt.js'
import { checkParent } from './check-parent.js'
import type { ObjectCondition, ObjectFacts, ObjectStoreDriver, PutOptions } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import type { SeenVersions } from './seen-versions.js'
import { isSameTime } from './same-time.js'

/** What a write asks for. */
export interface WriteRequest {
  readonly recursive?: boolean | undefined
  readonly overwrite?: boolean | undefined
  readonly expectedMtime?: Date | undefined
  readonly mimeType?: string | undefined
}

/** What a write works with. */
export interface WriteContext {
  readonly driver: ObjectStoreDriver
  readonly target: ObjectTarget
  readonly seen: SeenVersions
}

/** Stores the content once, under a condition. `isOnce`: it cannot be had a second time. */
export interface Upload {
  readonly isOnce: boolean
  run(options: PutOptions): Promise<unknown>
}

/**
 * Writes a file: one request, and one more before it for `recursive: false`, and for an `expectedMtime` that `stat` did
 * not tell. The conditions are decided by the store at once with the change.
 */
export async function writeObject(context: WriteContext, request: WriteRequest, upload: Upload): Promise<void> {
  const { driver, target } = context
  if (target.inner === '') throw new IsDirectoryError(target.path)
  if (request.recursive === false) await checkParent(driver, target)
  const mimeType = request.mimeType ?? mimeTypeOf(target.inner)
  const put = async (condition?: ObjectCondition): Promise<unknown> => {
    throwIfAborted(target.signal, target.path, target.operation)
    return upload.run({ mimeType, condition, signal: target.signal })
  }
  if (request.overwrite === false) return create(context, upload, put)
  if (request.expectedMtime) return replaceSeen(context, request.expectedMtime, upload, put)
  await put()
}

type Put = (condition: ObjectCondition | undefined) => Promise<unknown>

/** Of many at once one wins; the others are told that the file exists. */
async function create({ driver, target }: WriteContext, { isOnce }: Upload, put: Put): Promise<void> {
  await whileOthersWin(target.signal, async () => {
    const outcome = await attempt(driver, put({ kind: 'absent' }), ['exists', 'changed', 'conflict'])
    if (outcome.isDone) return { done: undefined }
    if (outcome.kind === 'conflict' && !isOnce) return { lost: outcome.error }
    if (outcome.kind === 'conflict') throw outcome.error
    throw new FileExistsError(target.path, { cause: outcome.error })
  })
}

/** Replaces the version that has the expected time. A file that is not there may be made, whatever was expected. */
async function replaceSeen(context: WriteContext, expected: Date, { isOnce }: Upload, put: Put): Promise<void> {
  const { driver, target, seen } = context
  let facts = seen.find(target.key, expected) ?? (await driver.head(target.key, target.signal))
  await whileOthersWin(target.signal, async () => {
    if (facts && !isSameTime(facts.modifiedAt, expected)) throw stale(target, expected, facts)
    const outcome = await attempt(driver, put(conditionOf(facts)), ['exists', 'changed', 'missing', 'conflict'])
    if (outcome.isDone) return { done: undefined }
    if (outcome.kind !== 'conflict') {
      facts = await driver.head(target.key, target.signal)
      // Within one second the time of many stores stays the same, but the store has said that it is another version.
      if (facts) throw stale(target, expected, facts, outcome.error)
    }
    if (isOnce) throw outcome.error
    return { lost: outcome.error }
  })
}

function conditionOf(facts: ObjectFacts | undefined): ObjectCondition | undefined {
  if (!facts) return { kind: 'absent' }
  return facts.version === undefined ? undefined : { kind: 'unchanged', version: facts.version }
}

function stale({ path }: ObjectTarget, expected: Date, { modifiedAt }: ObjectFacts, cause?: unknown): FilesystemError {
  return new StaleFileError(path, expected, modifiedAt, { cause })
}
