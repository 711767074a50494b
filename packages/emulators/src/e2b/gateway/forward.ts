import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
  type RequestOptions,
} from 'node:http'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { envdPort, type Target } from './target.js'

/** These are about one connection, not about the request. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function passedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)))
}

/** Where a port of a sandbox is on this computer. */
export function placeOf(sandbox: Sandbox, target: Target): RequestOptions {
  if (target.port === envdPort) return { socketPath: sandbox.launched.envd.socketPath, agent: sandbox.agent }
  return { host: '127.0.0.1', port: target.port, agent: sandbox.agent }
}

/** Servers inside may be shown another host than the one that was asked for. */
function maskedHost(sandbox: Sandbox, target: Target): OutgoingHttpHeaders {
  const { maskRequestHost } = sandbox.network
  if (target.port === envdPort || maskRequestHost === undefined) return {}
  // eslint-disable-next-line no-template-curly-in-string
  return { host: maskRequestHost.replaceAll('${PORT}', String(target.port)) }
}

export function forwardedOptions(request: IncomingMessage, sandbox: Sandbox, target: Target): RequestOptions {
  return {
    ...placeOf(sandbox, target),
    method: request.method,
    path: request.url,
    headers: { ...passedHeaders(request.headers), ...maskedHost(sandbox, target) },
  }
}

/** The most of a body that is kept in case it has to be sent again. */
const keptBytes = 1024 * 1024

/**
 * Sends the request on, body and all, and resolves with the head of the answer. A kept connection may end just when it is used; then the
 * request is sent once more, where its body is complete and small.
 */
export async function forward(request: IncomingMessage, options: RequestOptions): Promise<IncomingMessage> {
  const kept: Buffer[] = []
  let size = 0
  const keep = (chunk: Buffer): void => {
    size += chunk.length
    if (size <= keptBytes) kept.push(chunk)
    else kept.length = 0
  }
  request.on('data', keep)
  const outgoing = sendRequest(options)
  request.pipe(outgoing)
  try {
    return await headOf(outgoing)
  } catch (error) {
    request.unpipe(outgoing)
    const isWhole = request.readableEnded && size <= keptBytes
    if (!outgoing.reusedSocket || !isWhole) throw error
    const again = sendRequest({ ...options, agent: false })
    again.end(Buffer.concat(kept))
    return await headOf(again)
  } finally {
    request.off('data', keep)
  }
}

function headOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Errors after the head are those of its stream.
    outgoing.on('error', reject)
  })
}
