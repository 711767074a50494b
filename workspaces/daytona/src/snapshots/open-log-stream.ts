import { once } from 'node:events'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getEncrypted } from 'node:https'

/** A log as it is written. */
export interface LogStream {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Asks for a log that is sent for as long as a build takes. Unlike with `fetch`, the open connection does not keep the process
 * alive.
 *
 * Throws what `node:http` throws, also when the signal fires.
 */
export async function openLogStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<LogStream> {
  const get = url.startsWith('https:') ? getEncrypted : getPlain
  const request = get(url, { headers, signal, agent: false })
  request.on('socket', (socket) => socket.unref())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: answer }
}
