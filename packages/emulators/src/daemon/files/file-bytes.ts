import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from './byte-range.js'

const chunkBytes = 256 * 1024

/** A file became shorter while it was sent. */
class FileShrankError extends Error {
  override readonly name = 'FileShrankError'

  constructor() {
    super('the file became shorter while it was read')
  }
}

/** Reads at most `range`; a file that became shorter ends the answer with an error rather than as if it were whole. */
export async function* bytesOf(file: FileHandle, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let position = first
  while (position <= last) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, last - position + 1))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) throw new FileShrankError()
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Files of /proc say that they are empty and yet have content. */
export async function* untilEnd(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
