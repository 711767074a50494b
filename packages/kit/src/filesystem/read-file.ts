import { CutDownloadError } from './cut-download-error.js'
import type { DiskTarget } from './disk-error.js'
import { explainError } from './explain-error.js'
import type { MachineFiles } from './machine-files.js'
import { openPieces } from './read-pieces.js'
import { ReplacedFileError } from './replaced-file-error.js'

const mostAttempts = 4

/** Opens a file of the machine as a stream. Rejects before there is one when the file cannot be read. */
export async function openDownload(files: MachineFiles, target: DiskTarget): Promise<AsyncIterable<Uint8Array>> {
  const { location, signal } = target
  try {
    const download = files.download?.(location, signal)
    if (download) return toItsEnd(files, target, await download)
  } catch (error) {
    throw await explainError(files, error, target, 'file')
  }
  return openPieces(files, target, {})
}

/** A download, and by scripts what it did not bring. */
async function* toItsEnd(
  files: MachineFiles,
  target: DiskTarget,
  download: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let start = 0
  try {
    for await (const piece of download) {
      start += piece.length
      yield piece
    }
    return
  } catch (error) {
    if (!(error instanceof CutDownloadError)) throw error
    yield* await openPieces(files, target, { start, sizeBytes: error.sizeBytes })
  }
}

/**
 * Reads a whole file. One that was cut is an error, never short content; one that is replaced meanwhile is read again, since
 * nobody has seen anything of it yet.
 */
export async function readWholeFile(files: MachineFiles, target: DiskTarget): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const download = await openDownload(files, target)
    try {
      return await collect(download)
    } catch (error) {
      if (!(error instanceof ReplacedFileError) || attempt === mostAttempts) {
        throw await explainError(files, error, target, 'file')
      }
    }
  }
}

async function collect(download: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of download) pieces.push(piece)
  return Buffer.concat(pieces)
}
