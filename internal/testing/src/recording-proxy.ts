import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'

/** A request as it was sent. */
export interface Recorded {
  readonly path: string
  readonly headers: string
  readonly body: string
}

/** A server in front of an emulator that keeps all that clients send. */
export interface RecordingProxy {
  readonly url: string
  readonly requests: readonly Recorded[]
  close(): Promise<void>
}

type Keep = (incoming: IncomingMessage, data: Buffer) => void

interface Upgrade {
  readonly incoming: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** What follows a request that becomes a socket goes to and fro as it is. */
function passOn({ incoming, socket, head }: Upgrade, upstream: Socket, record: Keep): void {
  record(incoming, head)
  const lines = incoming.rawHeaders.map((part, index) => part + (index % 2 === 0 ? ': ' : '\r\n'))
  upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
  upstream.write(head)
  socket.on('error', () => upstream.destroy())
  upstream.on('error', () => socket.destroy())
  socket.on('data', (data: Buffer) => record(incoming, data))
  socket.pipe(upstream).pipe(socket)
}

/** Starts one. Where the emulator tells its own address in JSON, the proxy tells its own. */
export async function startRecordingProxy(emulatorUrl: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(emulatorUrl)
  const requests: Recorded[] = []
  let url = ''
  const record = (incoming: IncomingMessage, body: Buffer): void => {
    const headers = incoming.rawHeaders.join('\n')
    requests.push({ path: incoming.url ?? '', headers, body: body.toString('latin1') })
  }
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming)
    record(incoming, body)
    const { host: _host, 'transfer-encoding': _encoding, ...kept } = incoming.headers
    const headers = { ...kept, 'accept-encoding': 'identity', 'content-length': String(body.length) }
    const asked = ask({ hostname, port, method: incoming.method, path: incoming.url, headers })
    const [answer] = (await once(asked.end(body), 'response')) as [IncomingMessage]
    const { 'content-length': _length, ...rest } = answer.headers
    if (!String(answer.headers['content-type']).includes('json')) {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
      return
    }
    outgoing.writeHead(answer.statusCode ?? 500, rest)
    outgoing.end((await text(answer)).replaceAll(emulatorUrl, url))
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: unknown) => outgoing.destroy(new TypeError(String(error))))
  })
  server.on('upgrade', (incoming, socket, head) =>
    passOn({ incoming, socket, head }, connect(Number(port), hostname), record),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
