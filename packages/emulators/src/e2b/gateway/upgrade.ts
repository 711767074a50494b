import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseAddress } from '../../http/front.js'
import type { RequestJournal } from '../../http/journal.js'
import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { forwardedOptions, singleUse } from './forward.js'
import { admit, findTarget } from './gateway.js'
import { closedPort, type Refusal } from './refusal.js'
import { envdPort, type Target } from './target.js'

function refuse(socket: Duplex, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`)
}

function headText(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`]
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    lines.push(`${answer.rawHeaders[index]}: ${answer.rawHeaders[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function join(a: Duplex, b: Duplex): void {
  a.pipe(b).pipe(a)
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    own.on('error', () => other.destroy())
    own.on('close', () => other.destroy())
  }
}

function connect(request: IncomingMessage, socket: Duplex, head: Buffer, sandbox: Sandbox, target: Target): void {
  const connection = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
  const outgoing = sendRequest(singleUse(forwardedOptions(request, { sandbox, target }, connection)))
  const cut = (): void => void socket.destroy()
  sandbox.cuts.add(cut)
  socket.once('close', () => {
    sandbox.cuts.delete(cut)
    outgoing.destroy()
  })
  outgoing.on('upgrade', (answer, inner, innerHead) => {
    socket.write(headText(answer))
    if (innerHead.length > 0) socket.write(innerHead)
    if (head.length > 0) inner.write(head)
    join(socket, inner)
  })
  outgoing.on('response', (answer) => {
    socket.write(headText(answer))
    answer.pipe(socket)
  })
  outgoing.on('error', () => refuse(socket, 502, closedPort(target).body))
  outgoing.end()
}

/** Connects what speaks another protocol after its first request, as websockets do, to a server in a sandbox. */
export async function handleUpgrade(
  { cloud, journal }: { readonly cloud: Cloud; readonly journal: RequestJournal },
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const url = parseAddress(request) ?? new URL('http://emulator/')
  const entry = journal.open(request, url)
  const target = findTarget(cloud, request, url)
  socket.once('close', () => {
    if (entry.outcome === 'open') entry.outcome = 'answered'
    journal.close(entry)
  })
  const refused = (refusal: Refusal): void => {
    entry.status = refusal.status
    refuse(socket, refusal.status, refusal.body)
  }
  if (target === undefined || target.port === envdPort) {
    return refused({ status: 404, body: { code: 404, message: `The emulator knows no upgrade of ${url.pathname}` } })
  }
  journal.route(entry, { route: `UPGRADE port ${target.port}`, kind: 'call', sandboxId: target.sandboxId })
  const admitted = await admit(cloud, request, target)
  if ('refusal' in admitted) return refused(admitted.refusal)
  entry.status = 101
  connect(request, socket, head, admitted.sandbox, target)
}
