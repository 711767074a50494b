import { FileExistsError, FileNotFoundError, FilesystemError } from '@caisson/core/workspace'
import { throwIfAborted } from '@caisson/core/driver'
import { attempt, whileOthersWin } from './attempt.js'
import { inParallel } from './in-parallel.js'
import { listPages } from './list-pages.js'
import type { ObjectFacts, ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'

/** What a copy works with. */
export interface Transfer {
  readonly driver: ObjectStoreDriver
  readonly source: ObjectTarget
  readonly destination: ObjectTarget
  readonly overwrite: boolean
  readonly recursive: boolean
}

/** Copies one object within the store. With `overwrite: false` the store decides, at once with the change. */
export async function copyObject(transfer: Transfer, facts: ObjectFacts, destinationKey: string): Promise<void> {
  const { driver, source, destination, overwrite } = transfer
  const { signal } = source
  const condition = overwrite ? undefined : ({ kind: 'absent' } as const)
  const request = { source: facts.key, destination: destinationKey, facts, condition, signal }
  await whileOthersWin(signal, async () => {
    const outcome = await attempt(driver, driver.copy(request), ['missing', 'exists', 'changed', 'conflict'])
    if (outcome.isDone) return { done: undefined }
    const { kind, error } = outcome
    if (kind === 'missing') throw new FileNotFoundError(source.path, { cause: error })
    if (kind === 'conflict') return { lost: error }
    throw overwrite ? error : new FileExistsError(destination.path, { cause: error })
  })
}

/** Copies everything in a directory, some objects at a time, and returns the keys of the source. */
export async function copyBelow(transfer: Transfer): Promise<string[]> {
  const { driver, source, destination } = transfer
  const copied: string[] = []
  await inParallel(objectsOf(driver, source), async (facts) => {
    throwIfAborted(source.signal, source.path, source.operation)
    const key = destination.below + facts.key.slice(source.below.length)
    if (Buffer.byteLength(key) > driver.maxKeyBytes) {
      throw new FilesystemError(`The name is too long: ${destination.path}`, 'EINVAL', destination.path)
    }
    // The root has no marker.
    if (key !== '') await copyObject(transfer, facts, key)
    copied.push(facts.key)
  })
  return copied
}

async function* objectsOf(
  driver: ObjectStoreDriver,
  { below, signal }: ObjectTarget,
): AsyncGenerator<ObjectFacts, void, undefined> {
  for await (const { objects } of listPages(driver, { prefix: below, signal })) yield* objects
}
