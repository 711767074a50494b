import { FilesystemError } from '@caisson/core'
import { startTimer } from '@caisson/core/driver'
import { CutDownloadError } from '@caisson/kit/filesystem'
import type { Readable } from 'node:stream'
import type { DaytonaFileAccess } from './disk-options.js'

/** Nothing arrives for so long: the download is given up. */
const idleLimitSeconds = 60

/** What the client says of a download while it reads it. */
interface Progress {
  bytesReceived: number
  totalBytes?: number | undefined
}

/**
 * Opens a file as a stream. The client ends it without an error when it comes short, be it that the connection was lost or
 * that the file holds what separates the parts of the answer: the size that the answer tells is what counts.
 */
export async function openDownload(
  fs: DaytonaFileAccess['fs'],
  location: string,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const closing = new AbortController()
  const progress: Progress = { bytesReceived: 0 }
  const stream = await (
    await fs()
  ).downloadFileStream(location, {
    timeout: idleLimitSeconds,
    signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    onProgress: (now) => Object.assign(progress, now),
  })
  return piecesOf(stream, location, progress, closing)
}

async function* piecesOf(
  stream: Readable,
  location: string,
  progress: Progress,
  closing: AbortController,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* whileBusy(stream, location)
    const { bytesReceived, totalBytes = 0 } = progress
    if (bytesReceived < totalBytes) throw new CutDownloadError(location, totalBytes)
  } finally {
    // Ends the request too, of which the client would keep hold.
    closing.abort()
  }
}

async function* whileBusy(stream: Readable, location: string): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = startTimer(idleLimitSeconds * 1000, () => {
        stream.destroy(new FilesystemError(`Nothing arrived for ${idleLimitSeconds} s: ${location}`, 'EIO', location))
      })
      const step = await pieces.next().finally(timer.cancel)
      if (step.done === true) return
      yield step.value
    }
  } finally {
    stream.destroy()
  }
}
