import { FilesystemError, IsDirectoryError } from '@caisson/core/workspace'
import { mimeTypeOf, throwIfAborted } from '@caisson/core/driver'
import { attempt, whileOthersWin, type Attempt } from './attempt.js'
import { noFileError } from './describe-object.js'
import type { ObjectCondition, ObjectStoreDriver } from './object-store-driver.js'
import { ObjectReader } from './object-reader.js'
import type { ObjectTarget } from './object-target.js'
import { collect } from './read-object.js'

/** Larger files pass through in a stream instead of being held in memory. */
const heldBytes = 8 * 1024 * 1024

type Opened = Attempt<ObjectReader>

/**
 * Adds to the end of a file: reads it and writes it anew, on condition that it is still the same; when others were
 * faster it begins again. Two requests; three for a new file.
 */
export async function appendToObject(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  content: Uint8Array,
): Promise<void> {
  if (target.inner === '') throw new IsDirectoryError(target.path)
  await whileOthersWin(target.signal, async () => {
    throwIfAborted(target.signal, target.path, target.operation)
    const opened = await attempt(driver, ObjectReader.open(driver, target), ['missing'])
    const written = await attempt(driver, store({ driver, target, content }, opened), lostBy(opened)).catch(asReplaced)
    return written.isDone ? { done: undefined } : { lost: written.error }
  })
}

/** The file was replaced while it was read. */
function asReplaced(error: unknown): Attempt<void> {
  if (FilesystemError.isInstance(error) && error.code === 'ESTALE') return { isDone: false, kind: 'changed', error }
  throw error
}

/** A file that vanished in between is missing; a new one that somebody else made exists. */
function lostBy({ isDone }: Opened) {
  return isDone ? (['changed', 'conflict', 'missing'] as const) : (['exists', 'changed', 'conflict'] as const)
}

interface Append {
  readonly driver: ObjectStoreDriver
  readonly target: ObjectTarget
  readonly content: Uint8Array
}

async function store(append: Append, opened: Opened): Promise<void> {
  if (opened.isDone) return extend(append, opened.value)
  const { driver, target, content } = append
  const reason = await noFileError(driver, target, opened.error)
  if (reason.code === 'EISDIR') throw reason
  const condition = { kind: 'absent' } as const
  await driver.put(target.key, content, { mimeType: mimeTypeOf(target.inner), condition, signal: target.signal })
}

async function extend({ driver, target, content }: Append, reader: ObjectReader): Promise<void> {
  try {
    const { version, size, mimeType } = reader.facts
    const condition: ObjectCondition | undefined = version === undefined ? undefined : { kind: 'unchanged', version }
    const options = { mimeType, condition, signal: target.signal }
    if (size > heldBytes) return await driver.putStream(target.key, joined(reader, content), options)
    await driver.put(target.key, Buffer.concat([await collect(reader), content]), options)
  } finally {
    reader.close()
  }
}

async function* joined(reader: ObjectReader, content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield* reader.pieces()
  yield content
}
