import type { E2BFileAccess } from './disk-options.js'
import type { DiskTarget } from './disk-error.js'
import { explainError } from './explain-error.js'

/** Opens a file of the machine as a stream; gives up when nothing arrives for the time of a request. */
export async function openDownload(access: E2BFileAccess, target: DiskTarget): Promise<ReadableStream<Uint8Array>> {
  const { signal } = target
  const user = access.user === undefined ? {} : { user: access.user }
  try {
    return await access.files.read(target.location, { format: 'stream', ...user, ...(signal ? { signal } : {}) })
  } catch (error) {
    throw await explainError(error, target, 'file', access.run)
  }
}

/** Reads a whole file. One that was cut is an error, never short content. */
export async function readWholeFile(access: E2BFileAccess, target: DiskTarget): Promise<Buffer> {
  const download = await openDownload(access, target)
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of download) pieces.push(piece)
  } catch (error) {
    throw await explainError(error, target, 'file', access.run)
  }
  return Buffer.concat(pieces)
}
