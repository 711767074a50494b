import { openWebSocket } from '../../../src/exec/web-socket.js'
import type { PlatformSandboxOptions } from '../../../src/index.js'

/** Something that a client sent. */
export interface Sent {
  /** A request, or a frame of a socket. */
  readonly kind: 'request' | 'text' | 'binary'
  readonly content: string
}

/** Options that note all that a sandbox sends. */
export function recordedOptions(sent: Sent[]): Pick<PlatformSandboxOptions, 'fetch' | 'webSocketFactory'> {
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const lines = [request.url, ...[...request.headers].flat(), await request.clone().text()]
      sent.push({ kind: 'request', content: lines.join('\n') })
      return fetch(request)
    },
    webSocketFactory: async (url, protocols) => {
      sent.push({ kind: 'request', content: [url, ...protocols].join('\n') })
      const socket = await openWebSocket(url, protocols)
      const send = socket.send.bind(socket)
      socket.send = (data) => {
        const isText = typeof data === 'string'
        sent.push({ kind: isText ? 'text' : 'binary', content: isText ? data : Buffer.from(data).toString('latin1') })
        send(data)
      }
      return socket
    },
  }
}
