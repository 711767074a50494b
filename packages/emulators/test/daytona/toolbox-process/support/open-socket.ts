import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** A WebSocket to a daemon, and what has come on it. */
export interface OpenSocket {
  readonly socket: WebSocket
  /** Binary messages as bytes, others as text. */
  readonly messages: readonly (Buffer | string)[]
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** Opens a WebSocket without the vendor's client. It ends with the test. */
export async function openSocket(url: string, protocols: readonly string[] = []): Promise<OpenSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols])
  onTestFinished(() => socket.terminate())
  const messages: (Buffer | string)[] = []
  socket.on('message', (data: Buffer, isBinary) => messages.push(isBinary ? data : data.toString('utf8')))
  const closed = once(socket, 'close').then(([code, reason]: unknown[]) => ({
    code: Number(code),
    reason: String(reason),
  }))
  closed.catch(() => undefined)
  await once(socket, 'open')
  return { socket, messages, closed }
}

/** The status that a request for a WebSocket is refused with. */
export async function refusedStatus(url: string, protocols: readonly string[] = []): Promise<number> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols])
  onTestFinished(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new TypeError('the WebSocket was accepted')))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
}
