import type { IncomingMessage } from 'node:http'

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

/** A body of unknown length, or one without, must be announced again: the header for it is about one connection. */
export function bodyHeaders(request: IncomingMessage): string[] {
  return request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
}
