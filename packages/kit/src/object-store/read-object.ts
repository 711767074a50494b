import { FilesystemAbortError, FilesystemError, IsDirectoryError } from '@caisson/core/workspace'
import type { FileEncoding, ReadStreamOptions } from '@caisson/core/workspace'
import { checkStringSize, decodeContent } from '@caisson/core/driver'
import { constants } from 'node:buffer'
import { Readable } from 'node:stream'
import { noFileError } from './describe-object.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import { ObjectReader, type ByteRange } from './object-reader.js'
import type { ObjectTarget } from './object-target.js'
import { kindOf } from './store-error.js'

/** Reads a whole file. One request; only when there is no file, one more to say why. */
export async function readObject(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  encoding: FileEncoding | undefined,
): Promise<string | Buffer> {
  const reader = await openFile(driver, target)
  try {
    const { size } = reader.facts
    const { path } = target
    if (size > constants.MAX_LENGTH) {
      throw new FilesystemError(`File is too large to read at once, use readStream: ${path}`, 'EINVAL', path)
    }
    // Before it is read, not after.
    checkStringSize(size, encoding, path)
    return decodeContent(await collect(reader), encoding, path)
  } finally {
    reader.close()
  }
}

/** Everything a reader gives, in a buffer of its own. */
export async function collect(reader: ObjectReader): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(reader.facts.size)
  let offset = 0
  for await (const piece of reader.pieces()) offset += piece.copy(content, offset)
  return content
}

/** Streams a file, or a range of it. Rejects before there is a stream when the file cannot be read. */
export async function streamObject(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  { start = 0, end = Infinity }: ReadStreamOptions,
): Promise<Readable> {
  try {
    return streamOf(await openFile(driver, target, { start, end }), target)
  } catch (error) {
    if (kindOf(driver, error) === 'range') return Readable.from([], { objectMode: false })
    throw error
  }
}

async function openFile(driver: ObjectStoreDriver, target: ObjectTarget, range?: ByteRange): Promise<ObjectReader> {
  if (target.inner === '') throw new IsDirectoryError(target.path)
  try {
    return await ObjectReader.open(driver, target, range)
  } catch (error) {
    if (kindOf(driver, error) === 'missing') throw await noFileError(driver, target, error)
    throw error
  }
}

function streamOf(reader: ObjectReader, { path, operation, signal }: ObjectTarget): Readable {
  const pieces = reader.pieces()
  const stream = new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => stream.push(done === true ? null : value),
        (error: unknown) => stream.destroy(error instanceof Error ? error : undefined),
      )
    },
    // Not left to the generator: it may be waiting for a store that does not answer.
    destroy(error, done) {
      reader.close()
      done(error)
    },
  })
  if (!signal) return stream
  const abort = (): void => {
    // Whoever reads the stream gets the error; when nobody does (any more) it must not end the process.
    stream.once('error', () => undefined)
    stream.destroy(new FilesystemAbortError(path, operation, signal.reason))
  }
  signal.addEventListener('abort', abort, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', abort))
  if (signal.aborted) abort()
  return stream
}
