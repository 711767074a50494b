import { FilesystemAbortError, FilesystemError, type ReadStreamOptions } from '@caisson/core/workspace'
import { Readable } from 'node:stream'
import { diskError, type DiskTarget } from './disk-error.js'
import type { MachineFiles } from './machine-files.js'
import { openDownload } from './read-file.js'
import { openPieces } from './read-pieces.js'

/** So many bytes are read and thrown away rather than asked for in pieces: downloads have no ranges. */
const mostSkippedBytes = 4 * 1024 * 1024

/** Streams a file, or a range of it. Rejects before there is a stream when the file cannot be read. */
export async function openReadStream(
  files: MachineFiles,
  target: DiskTarget,
  range: ReadStreamOptions,
): Promise<Readable> {
  const { start = 0, end = Infinity } = range
  if (!files.download || start > mostSkippedBytes) return readable(await openPieces(files, target, range), target)
  return readable(cutOut(await openDownload(files, target), start, end), target)
}

/** A stream whose failure is typed, since nobody above it looks at the machine any more. */
function readable(source: AsyncGenerator<Uint8Array, void, undefined>, target: DiskTarget): Readable {
  const { path, operation, signal } = target
  async function* typed(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* source
    } catch (error) {
      if (signal?.aborted) throw new FilesystemAbortError(path, operation, signal.reason)
      throw FilesystemError.isInstance(error) ? error : diskError('EIO', target, error)
    }
  }
  return Readable.from(typed(), { objectMode: false })
}

async function* cutOut(
  download: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let offset = 0
  for await (const piece of download) {
    const from = Math.max(0, start - offset)
    const to = Math.min(piece.length, end + 1 - offset)
    offset += piece.length
    if (from < to) yield piece.subarray(from, to)
    if (offset > end) return
  }
}
