import type { FileHandle } from 'node:fs/promises'
import type { WebSocket } from 'ws'
import { cutFrames } from './cut-frames.js'
import type { LogFile } from './log-file.js'

const pieceBytes = 64 * 1024

/** Settles when the frame is with the system, so that a client that does not read holds this up. */
function send(socket: WebSocket, frame: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(frame, { binary: true }, (error) => {
      if (error === undefined || error === null) resolve()
      else reject(error)
    })
  })
}

async function readPiece(reader: FileHandle, position: number, endBytes: number): Promise<Buffer> {
  const length = Math.min(pieceBytes, endBytes - position)
  if (length <= 0) return Buffer.alloc(0)
  const { bytesRead, buffer } = await reader.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Sends the frames of a piece; gives how many of its bytes they hold. */
async function sendFrames(socket: WebSocket, frames: readonly Buffer[]): Promise<number> {
  const last = frames.at(-1)
  for (const frame of frames.slice(0, -1)) socket.send(frame, { binary: true })
  if (last !== undefined) await send(socket, last)
  return frames.reduce((sum, { length }) => sum + length, 0)
}

async function sendAll(socket: WebSocket, log: LogFile, reader: FileHandle, signal: AbortSignal): Promise<void> {
  let position = 0
  while (!signal.aborted) {
    const { isEnded, sizeBytes } = log
    if (isEnded && position >= sizeBytes) return
    const piece = await readPiece(reader, position, sizeBytes)
    const isAtEnd = position + piece.length >= sizeBytes
    const atEnd = isEnded ? 'never' : 'later'
    position += await sendFrames(socket, cutFrames(piece, isAtEnd ? atEnd : 'now'))
    if (isAtEnd) await log.grown(sizeBytes, signal)
  }
}

/** Sends a log from its beginning and on while it grows; closes the connection with its end. */
export async function followLog(socket: WebSocket, log: LogFile): Promise<void> {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  socket.on('error', () => socket.terminate())
  // What a client sends has no meaning here.
  socket.on('message', () => undefined)
  const reader = await log.openReader()
  try {
    await sendAll(socket, log, reader, gone.signal)
    socket.close(1000)
  } catch (error) {
    if (!gone.signal.aborted && socket.readyState === socket.OPEN) throw error
  } finally {
    await reader.close()
  }
}
