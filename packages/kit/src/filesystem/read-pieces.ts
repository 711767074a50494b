import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import type { MachineFiles } from './machine-files.js'
import { ReplacedFileError } from './replaced-file-error.js'
import { pieceScript } from './scripts/look-scripts.js'

const defaultPieceBytes = 4 * 1024 * 1024

/** What is read of a file. */
export interface PieceOptions {
  /** First byte. Default 0. */
  readonly start?: number | undefined
  /** Last byte. Default that of the file. */
  readonly end?: number | undefined
  /** Refuses a file of another size. */
  readonly sizeBytes?: number | undefined
}

interface Piece {
  /** Tells the file from another one that took its name. */
  readonly identity: string
  /** Of the whole file. */
  readonly sizeBytes: number
  readonly bytes: Buffer
  /** Nothing follows. */
  readonly isLast: boolean
}

/** Streams a file, or a range of it, by one script per piece. Rejects before there is a stream when it cannot be read. */
export async function openPieces(
  files: MachineFiles,
  target: DiskTarget,
  { start = 0, end = Infinity, sizeBytes }: PieceOptions,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const first = await readPiece(files, target, start, end)
  if (sizeBytes !== undefined && first.sizeBytes !== sizeBytes) throw new ReplacedFileError(target.path)
  return inPieces(files, target, first, [start, end])
}

async function* inPieces(
  files: MachineFiles,
  target: DiskTarget,
  first: Piece,
  [start, end]: readonly [number, number],
): AsyncGenerator<Uint8Array, void, undefined> {
  let piece = first
  let offset = start
  for (;;) {
    if (piece.bytes.length > 0) yield piece.bytes
    offset += piece.bytes.length
    if (piece.isLast) return
    piece = await readPiece(files, target, offset, end)
    if (piece.identity !== first.identity) throw new ReplacedFileError(target.path)
  }
}

/**
 * The answer is identity, size, content and a full stop. Less than was asked for is the end of the file only when its size
 * says so too; that of files which the kernel makes is 0.
 */
async function readPiece(files: MachineFiles, target: DiskTarget, start: number, end: number): Promise<Piece> {
  const count = Math.min(files.outputBytes ?? defaultPieceBytes, end + 1 - start)
  const said = await runDiskScript(files, pieceScript(target.location, start, count), { first: target })
  const [identity = '', size = '', text = '', stop] = said.toString('latin1').split('\n')
  const bytes = Buffer.from(text, 'base64')
  const isShort = bytes.length < count
  if (stop !== '.' || (isShort && start + bytes.length < Number(size))) {
    throw diskError('EIO', target, 'the file was read in part only')
  }
  return { identity, sizeBytes: Number(size), bytes, isLast: isShort || start + bytes.length > end }
}
