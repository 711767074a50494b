import { FilesystemError } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'
import { CutDownloadError } from '@caisson/kit/filesystem'
import type { Readable } from 'node:stream'
import type { DaytonaFileAccess } from './disk-options.js'

/** Nothing arrives for so long: the download is given up. */
const idleLimitSeconds = 60

interface Download {
  readonly location: string
  readonly signal: AbortSignal | undefined
  /** Ends the request, of which the client would keep hold. */
  readonly closing: AbortController
  /** Size that the answer tells, once content has come. Not told of an empty file, and of what the kernel makes. */
  totalBytes?: number | undefined
}

/**
 * Opens a file as a stream. What the client says about its end is not believed. It ends a download that comes short as if
 * it were whole; and a file may hold what separates the parts of the answer, with which it can end itself, or stand in for
 * another part. The size that the answer tells first is what counts; of nothing there is none,
 * so that scripts have to confirm it.
 */
export async function openDownload(
  fs: DaytonaFileAccess['fs'],
  location: string,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const download: Download = { location, signal, closing: new AbortController() }
  const { signal: closed } = download.closing
  let hasBegun = false
  const stream = await (
    await fs()
  ).downloadFileStream(location, {
    timeout: idleLimitSeconds,
    signal: signal ? AbortSignal.any([signal, closed]) : closed,
    onProgress: ({ totalBytes }) => {
      if (!hasBegun) download.totalBytes = totalBytes
      hasBegun = true
    },
  })
  return piecesOf(stream, download)
}

async function* piecesOf(stream: Readable, download: Download): AsyncGenerator<Uint8Array, void, undefined> {
  const { location, signal, closing } = download
  let received = 0
  try {
    for await (const piece of whileBusy(stream, location)) {
      received += piece.length
      yield piece
    }
    const { totalBytes } = download
    if (received === 0 || received < (totalBytes ?? 0)) throw new CutDownloadError(location, totalBytes)
  } catch (cause) {
    const { totalBytes } = download
    if (signal?.aborted === true || (received > 0 && totalBytes === undefined)) throw cause
    throw new CutDownloadError(location, totalBytes, { cause })
  } finally {
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
