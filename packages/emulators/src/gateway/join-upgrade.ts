import { type IncomingMessage, request as sendRequest, type RequestOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { singleUse } from './port-place.js'

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  return body === undefined ? '' : JSON.stringify(body)
}

/** Answers a request for another protocol with a refusal, and ends the connection. A text is sent as it is, anything else as JSON. */
export function refuseUpgrade(socket: Duplex, status: number, body: unknown, headers: readonly string[] = []): void {
  const text = textOf(body)
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    ...(typeof body === 'string' ? [] : ['Content-Type: application/json; charset=utf-8']),
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    ...headers,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

function headText(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`]
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    lines.push(`${answer.rawHeaders[index]}: ${answer.rawHeaders[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function join(client: Duplex, server: Duplex, through: Duplex | undefined): void {
  client.pipe(server)
  if (through) server.pipe(through).pipe(client)
  else server.pipe(client)
  for (const [own, other] of [
    [client, server],
    [server, client],
  ] as const) {
    own.on('error', () => other.destroy())
    own.on('close', () => other.destroy())
  }
}

export interface UpgradeJoint {
  readonly socket: Duplex
  readonly head: Buffer
  /** The same request to the server inside, without what is about the connection. */
  readonly options: RequestOptions
  /** Cuts of what is under way; this one is among them as long as it is. */
  readonly cuts: Set<() => void>
  /** What the server says passes this. */
  readonly through?: Duplex | undefined
  /** The status of the answer: 101 where the server took it. */
  readonly onAnswer: (status: number) => void
  /** Nothing answers there. */
  readonly onUnreachable: () => void
}

/** Connects what speaks another protocol after its first request, as websockets do, to a server. */
export function joinUpgrade({ socket, head, options, cuts, through, onAnswer, onUnreachable }: UpgradeJoint): void {
  const outgoing = sendRequest(singleUse(options))
  const cut = (): void => void socket.destroy()
  cuts.add(cut)
  socket.once('close', () => {
    cuts.delete(cut)
    outgoing.destroy()
  })
  outgoing.on('upgrade', (answer, inner, innerHead) => {
    onAnswer(answer.statusCode ?? 101)
    socket.write(headText(answer))
    // What came together with the answer passes what all the rest passes.
    if (innerHead.length > 0) inner.unshift(innerHead)
    if (head.length > 0) inner.write(head)
    join(socket, inner, through)
  })
  outgoing.on('response', (answer) => {
    onAnswer(answer.statusCode ?? 502)
    socket.write(headText(answer))
    answer.pipe(socket)
  })
  outgoing.on('error', onUnreachable)
  outgoing.end()
}

/** Headers of a request for another protocol that are about the connection. */
export function upgradeHeaders(request: IncomingMessage): string[] {
  return ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
}
