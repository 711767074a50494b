import { rm } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { DaemonAddress } from '../daemon-address.js'

const serverOptions = {
  maxHeaderSize: 64 * 1024,
  // Clients keep connections for a minute, and uploads may be slow for longer than any limit.
  keepAliveTimeout: 90_000,
  requestTimeout: 0,
  headersTimeout: 60_000,
} as const

const parserAnswers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** The server of a daemon, which listens. */
export interface DaemonServer {
  readonly server: Server
  /** As it was asked for, with the port that was chosen. */
  readonly listen: DaemonAddress
  /** Ends all connections. `beforeCut` runs while no new ones are taken. */
  close(beforeCut?: () => Promise<void>): Promise<void>
}

function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = parserAnswers[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function listenAt(server: Server, address: DaemonAddress): Promise<DaemonAddress> {
  // The file of a daemon that was killed stays behind and could not be listened at.
  if ('socketPath' in address) await rm(address.socketPath, { force: true })
  const host = '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const options = 'socketPath' in address ? { path: address.socketPath } : { host, ...address }
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? { host, ...address, port: bound.port } : address
}

/** Starts to listen; what is not HTTP is refused here. */
export async function startDaemonServer(address: DaemonAddress, onRequest: RequestListener): Promise<DaemonServer> {
  const server = createServer(serverOptions, onRequest)
  server.on('clientError', refuseUnreadable)
  const listen = await listenAt(server, address)
  return {
    server,
    listen,
    close: async (beforeCut) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await beforeCut?.()
      server.closeAllConnections()
      await closed
    },
  }
}
