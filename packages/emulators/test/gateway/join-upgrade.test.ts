import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { joinUpgrade } from '../../src/gateway/join-upgrade.js'
import { CutStream, limitToFirstFrame } from '../../src/http/cut-stream.js'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const answerHead = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n'
const askHead = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n'

function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])
}

/** A server that says all of this at once, also its answer to the request. */
function listenInside(...frames: readonly Buffer[]): Promise<number> {
  const server = createServer((socket) => {
    socket.once('data', () => void socket.end(Buffer.concat([Buffer.from(answerHead), ...frames])))
    socket.on('error', () => socket.destroy())
  })
  return listen(server)
}

/** Everything that a client is told before the connection ends. */
async function told(inside: number, throughOf: (socket: Duplex) => Duplex | undefined): Promise<string> {
  const gateway = createHttpServer().on('upgrade', (_request, socket, head) => {
    joinUpgrade({
      socket,
      head,
      options: { host: '127.0.0.1', port: inside, headers: { Connection: 'Upgrade', Upgrade: 'test' } },
      cuts: new Set(),
      through: throughOf(socket),
      onAnswer: () => undefined,
      onUnreachable: () => socket.destroy(),
    })
  })
  const client = connect(await listen(gateway), '127.0.0.1')
  client.write(askHead)
  return (await buffer(client)).toString()
}

test('passes on what the server says together with its answer', async () => {
  const inside = await listenInside(frame('first'), frame('second'))
  expect(await told(inside, () => undefined)).toBe([answerHead, frame('first'), frame('second')].join(''))
})

test('cuts after the first frame, also where it comes together with the answer', async () => {
  const inside = await listenInside(frame('first'), frame('second'))
  const cut = (socket: Duplex): Duplex => new CutStream(limitToFirstFrame, () => void socket.destroy())
  expect(await told(inside, cut)).toBe([answerHead, frame('first')].join(''))
})
