import type { WriteFileOptions } from '@caisson/core/workspace'
import { abortableSource, encodePieces } from '@caisson/core/driver'
import { writeObject, type WriteContext } from './write-object.js'

/** What fits in is sent with one request; it is also what is held in memory before the store takes parts. */
const smallBytes = 5 * 1024 * 1024

/** A failure of the source, which is the caller's own business, whatever the store made of it. */
export interface SourceFailure {
  readonly error: unknown
}

/**
 * Writes what a source yields with bounded memory. Nothing is visible until it is complete.
 *
 * @returns the failure of the source, when that is why nothing was written
 */
export async function writeFromSource(
  context: WriteContext,
  source: AsyncIterable<Uint8Array | string>,
  { encoding, ...request }: WriteFileOptions,
): Promise<SourceFailure | undefined> {
  const { driver, target } = context
  const { path, operation, signal } = target
  const watched = new WatchedSource(encodePieces(abortableSource(source, { path, operation, signal }), encoding))
  try {
    const start = await watched.take(smallBytes)
    if (watched.isOver) {
      const content = Buffer.concat(start)
      await writeObject(context, request, {
        isOnce: false,
        run: async (options) => driver.put(target.key, content, options),
      })
      return undefined
    }
    await writeObject(context, request, {
      isOnce: true,
      run: async (options) => driver.putStream(target.key, watched.all(start), options),
    })
    return undefined
  } catch (error) {
    if (watched.failure) return watched.failure
    throw error
  } finally {
    watched.close()
  }
}

/** Tells failures of a source from those of whoever reads it. */
class WatchedSource {
  failure: SourceFailure | undefined
  isOver = false
  readonly #pieces: AsyncGenerator<Buffer, void, undefined>

  constructor(pieces: AsyncGenerator<Buffer, void, undefined>) {
    this.#pieces = pieces
  }

  /** The first pieces, until they are as much as this or all there is. */
  async take(bytes: number): Promise<Buffer[]> {
    const taken: Buffer[] = []
    for (let size = 0; size < bytes;) {
      const piece = await this.#next()
      if (!piece) break
      taken.push(piece)
      size += piece.length
    }
    return taken
  }

  async *all(start: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
    yield* start
    for (let piece = await this.#next(); piece; piece = await this.#next()) yield piece
  }

  /** Not awaited: a source that hangs would hang its reader too, which has its own reason to stop. */
  close(): void {
    this.#pieces.return().catch((error: unknown) => {
      this.failure ??= { error }
    })
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#pieces.next()
      this.isOver = done === true
      return done === true ? undefined : value
    } catch (error) {
      this.failure = { error }
      throw error
    }
  }
}
