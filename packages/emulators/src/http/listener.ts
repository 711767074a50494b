import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { EmulatorError } from './emulator-error.js'

export interface ListenerOptions {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined
  readonly onRequest: RequestListener
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface Listener {
  readonly port: number
  /** Ends all connections, answered or not. */
  close(): Promise<void>
}

const settings = {
  // Longer than clients keep idle connections: who closes first must be the client, or a request is lost now and then.
  keepAliveTimeout: 120_000,
  // Uploads may be slow.
  requestTimeout: 0,
  maxHeaderSize: 64 * 1024,
} as const

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is not HTTP gets an answer that says so, and the connection ends. */
function refuse(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = clientErrors[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ code: Number(status.slice(0, 3)), message: status.slice(4) })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new EmulatorError('LISTEN_FAILED', `cannot listen on ${host} port ${port}: ${error.message}`, { cause: error }),
      )
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

/** Listens for HTTP, or HTTPS where a certificate is given. Throws LISTEN_FAILED. */
export async function startListener({ host, port, tls, onRequest, onUpgrade }: ListenerOptions): Promise<Listener> {
  const server: Server = tls
    ? createTlsServer({ ...settings, cert: tls.certificate, key: tls.key }, onRequest)
    : createServer(settings, onRequest)
  const sockets = new Set<Socket>()
  server.on('upgrade', onUpgrade)
  server.on('clientError', refuse)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
