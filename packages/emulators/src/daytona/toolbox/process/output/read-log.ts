import type { LogFile } from './log-file.js'

const pieceBytes = 64 * 1024

/** The pieces of a log up to its size of now. */
export async function* readLog(log: LogFile, endBytes: number = log.sizeBytes): AsyncGenerator<Buffer> {
  if (endBytes === 0) return
  const reader = await log.openReader()
  try {
    for (let position = 0; position < endBytes;) {
      const length = Math.min(pieceBytes, endBytes - position)
      const { bytesRead, buffer } = await reader.read(Buffer.allocUnsafe(length), 0, length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await reader.close()
  }
}
