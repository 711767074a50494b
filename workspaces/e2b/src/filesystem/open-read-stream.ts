import { FilesystemAbortError, FilesystemError, type ReadStreamOptions } from '@caisson/core'
import { Readable } from 'node:stream'
import { diskError, type DiskTarget } from './disk-error.js'
import type { E2BFileAccess } from './disk-options.js'
import { runDiskScript } from './disk-script.js'
import { openDownload } from './read-file.js'
import { pieceScript } from './scripts/look-scripts.js'

/** So many bytes are read and thrown away rather than asked for in pieces: the vendor's download has no ranges. */
const mostSkippedBytes = 4 * 1024 * 1024
const pieceBytes = 4 * 1024 * 1024

/** Streams a file, or a range of it. Rejects before there is a stream when the file cannot be read. */
export async function openReadStream(
  access: E2BFileAccess,
  target: DiskTarget,
  { start = 0, end = Infinity }: ReadStreamOptions,
): Promise<Readable> {
  if (start <= mostSkippedBytes) {
    const download = await openDownload(access, target)
    return readable(cutOut(download, start, end), target)
  }
  const first = await readPiece(access, target, start, end)
  return readable(inPieces(access, target, first, { start, end }), target)
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
  download: ReadableStream<Uint8Array>,
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

interface Piece {
  /** Tells the file from another one that took its name. */
  readonly identity: string
  readonly bytes: Buffer
}

async function readPiece(access: E2BFileAccess, target: DiskTarget, start: number, end: number): Promise<Piece> {
  const count = Math.min(pieceBytes, end + 1 - start)
  const said = await runDiskScript(access.run, pieceScript(target.location, start, count), { first: target })
  const [identity = '', text = ''] = said.toString('latin1').split('\n')
  return { identity, bytes: Buffer.from(text, 'base64') }
}

async function* inPieces(
  access: E2BFileAccess,
  target: DiskTarget,
  first: Piece,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  let piece = first
  let offset = start
  for (;;) {
    if (piece.bytes.length > 0) yield piece.bytes
    offset += piece.bytes.length
    if (piece.bytes.length < pieceBytes || offset > end) return
    piece = await readPiece(access, target, offset, end)
    if (piece.identity !== first.identity) {
      throw new FilesystemError(`The file was replaced while it was read: ${target.path}`, 'EIO', target.path)
    }
  }
}
