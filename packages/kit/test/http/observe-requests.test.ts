import { createServer, get, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { observeRequests, seenRequests } from '../../src/http.js'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
})

async function serve(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

/** A client that hides what went wrong, as some SDKs do. */
async function post(port: number): Promise<void> {
  return new Promise((_resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
      response.resume()
      reject(new TypeError('it failed'))
    })
    sent.once('error', () => reject(new TypeError('it failed')))
    sent.end('body')
  })
}

async function failureOf(call: () => Promise<unknown>): Promise<object> {
  return observeRequests(call).then(
    () => expect.unreachable(),
    (error: unknown) => error as object,
  )
}

it('tells that nothing was sent where nobody listens', async () => {
  const port = await closedPort()
  expect(seenRequests(await failureOf(async () => post(port)))).toMatchObject({ areUnsent: true, status: undefined })
})

it('tells that something may have been sent where the connection was cut', async () => {
  const port = await serve(createServer((incoming) => void incoming.socket.destroy()))
  expect(seenRequests(await failureOf(async () => post(port)))).toMatchObject({ areUnsent: false })
})

it('one request that was sent is enough, whatever became of the others', async () => {
  const open = await serve(createServer((incoming) => void incoming.socket.destroy()))
  const closed = await closedPort()
  const error = await failureOf(async () => {
    await post(open).catch(() => undefined)
    await post(closed)
  })
  expect(seenRequests(error)?.areUnsent).toBe(false)
})

it('tells the status of an answer, also of one that refuses a change of the protocol', async () => {
  const server = createServer((_incoming, response) => void response.writeHead(503).end())
  server.on('upgrade', (_incoming, socket) => void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'))
  const port = await serve(server)
  expect(seenRequests(await failureOf(async () => post(port)))?.status).toBe(503)
  const upgrade = async (): Promise<never> =>
    new Promise((_resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket' }
      get({ host: '127.0.0.1', port, headers }, (response) => {
        response.resume()
        reject(new TypeError('it failed'))
      })
    })
  expect(seenRequests(await failureOf(upgrade))?.status).toBe(404)
})

it('calls at the same time do not see the requests of one another', async () => {
  const open = await serve(createServer((incoming) => void setTimeout(() => incoming.socket.destroy(), 20)))
  const closed = await closedPort()
  const [cut, refused] = await Promise.all([failureOf(async () => post(open)), failureOf(async () => post(closed))])
  expect([seenRequests(cut)?.areUnsent, seenRequests(refused)?.areUnsent]).toEqual([false, true])
})

it('a call without requests, and one that was not observed, tell nothing', async () => {
  const error = await failureOf(async () => {
    throw new TypeError('no request')
  })
  expect(seenRequests(error)).toMatchObject({ areUnsent: false, status: undefined })
  expect(seenRequests(new TypeError('not observed'))).toBeUndefined()
  const socket = connect(await closedPort(), '127.0.0.1')
  await new Promise((resolve) => void socket.once('error', resolve))
})
