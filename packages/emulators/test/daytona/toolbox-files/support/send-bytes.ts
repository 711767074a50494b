import { createConnection } from 'node:net'
import type { TestToolbox } from './test-toolbox.js'

export interface BytesAnswer {
  readonly text: string
  /** The connection was still open when the time was over. */
  readonly isOpen: boolean
}

/** Writes bytes and waits for whatever comes until the connection ends, or for so long; then cuts it. */
export function sendBytes(
  { socketPath }: TestToolbox,
  bytes: string | Buffer,
  cutAfterMs = 3000,
): Promise<BytesAnswer> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath)
    let text = ''
    let isOpen = false
    const timer = setTimeout(() => {
      isOpen = true
      socket.destroy()
    }, cutAfterMs)
    socket.on('data', (data) => (text += data.toString('latin1')))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ text, isOpen })
    })
    socket.write(bytes)
  })
}
