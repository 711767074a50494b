import { type ClientRequest, type IncomingMessage, request as sendRequest, type RequestOptions } from 'node:http'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { connectInside } from './network-relay.js'
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

/** Names and values in turn, as they were written: some servers look at the case of names, and a name may occur more than once. */
export function passedHeaders({ rawHeaders }: IncomingMessage): string[] {
  const passed: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!connectionHeaders.has(name.toLowerCase())) passed.push(name, value)
  }
  return passed
}

/** Where a port of a sandbox is on this computer. */
function placeOf({ launched, agent }: Sandbox, { port }: Target): RequestOptions {
  if (port === envdPort) return { socketPath: launched.envd.socketPath, agent }
  const { initPid } = launched.machine
  if (!launched.hasOwnNetwork || initPid === undefined) return { host: '127.0.0.1', port, agent }
  // Without an agent the connection is used once.
  return { createConnection: () => connectInside(initPid, port) }
}

/** The same for a connection that is used for nothing else. */
export function singleUse(options: RequestOptions): RequestOptions {
  return options.createConnection ? options : { ...options, agent: false }
}

/** The host as the vendor's gateway writes it; servers inside may be shown another than the one that was asked for. */
function rewriteHost(headers: readonly string[], sandbox: Sandbox, target: Target): string[] {
  const { maskRequestHost } = sandbox.network
  const rewritten = [...headers]
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (index < 0) return rewritten
  rewritten[index] = 'Host'
  if (target.port !== envdPort && maskRequestHost !== undefined) {
    // eslint-disable-next-line no-template-curly-in-string
    rewritten[index + 1] = maskRequestHost.replaceAll('${PORT}', String(target.port))
  }
  return rewritten
}

/** What a server in a sandbox is told; `connection`: headers about the connection to it. */
export function forwardedOptions(
  request: IncomingMessage,
  { sandbox, target }: { readonly sandbox: Sandbox; readonly target: Target },
  connection: readonly string[] = bodyHeaders(request),
): RequestOptions {
  return {
    ...placeOf(sandbox, target),
    method: request.method,
    path: request.url,
    headers: [...rewriteHost(passedHeaders(request), sandbox, target), ...connection],
  }
}

/** A body of unknown length, or one without, must be announced again: the header for it is about one connection. */
function bodyHeaders(request: IncomingMessage): string[] {
  return request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
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
    const again = sendRequest(singleUse(options))
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
