import { rm } from 'node:fs/promises'
import type { Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { RequestHandler } from './http/request-handler.js'
import { MetadataStore } from './metadata/metadata-store.js'
import type { RpcHandler } from './rpc/rpc-handler.js'
import { SandboxState } from './sandbox-state.js'
import type { EnvdAddress, EnvdSettings } from './settings.js'

/** A daemon that listens. */
export interface Envd {
  /** As it was asked for, with the port that was chosen. */
  readonly listen: EnvdAddress
  /** Ends all processes, watchers and connections. */
  close(): Promise<void>
}

const largestHeaderBytes = 64 * 1024
const parserAnswers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = parserAnswers[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function createHttpServer(handler: RequestHandler): Server {
  const options = {
    maxHeaderSize: largestHeaderBytes,
    // Clients keep connections for a minute, and uploads may be slow for longer than any limit.
    keepAliveTimeout: 90_000,
    requestTimeout: 0,
    headersTimeout: 60_000,
  }
  const server = createServer(options, (request, response) => void handler.handle(request, response))
  server.on('clientError', refuseUnreadable)
  return server
}

async function listenAt(server: Server, address: EnvdAddress): Promise<EnvdAddress> {
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

/** Starts the daemon of a sandbox in this process. */
export async function startEnvd(settings: EnvdSettings): Promise<Envd> {
  const state = new SandboxState(settings)
  const metadata = new MetadataStore()
  let rpc: Promise<RpcHandler> | undefined
  const loadRpc = (): Promise<RpcHandler> => {
    // The first answer to `/health` should not wait for what only calls need.
    rpc ??= import('./rpc/rpc-handler.js').then(({ createRpcHandler }) => createRpcHandler(state, metadata))
    return rpc
  }
  const server = createHttpServer(new RequestHandler(state, metadata, loadRpc))
  // Once somebody has seen that the daemon is there, calls will follow.
  server.once('request', (_, response: ServerResponse) => response.once('close', () => void loadRpc()))
  const listen = await listenAt(server, settings.listen)
  return {
    listen,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const handler = await rpc
      await handler?.close()
      metadata.close()
      server.closeAllConnections()
      await closed
    },
  }
}
