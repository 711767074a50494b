import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()
const firstPort = 30_000 + (process.pid % 1000) * 10

interface Received {
  readonly status: number
  readonly body: string
  readonly type: string
}

/** Asks the emulator under another host name, as a client that knows the vendor's domain would. */
async function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Received> {
  const { port } = new URL(context.emulator.url)
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  const type = answer.headers['content-type'] ?? ''
  return { status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8'), type }
}

/** Starts a server in a sandbox that tells the request's head, and switches protocols when asked to. */
async function startServer(sandbox: Sandbox, port: number): Promise<void> {
  const program = `
const server = require('http').createServer((request, response) => {
  response.setHeader('set-cookie', ['a=1', 'b=2'])
  response.end(request.method + ' ' + request.url + ' ' + request.rawHeaders.join(','))
})
server.on('upgrade', (request, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: echo\\r\\n\\r\\n')
  socket.on('error', () => socket.destroy())
  socket.pipe(socket)
})
server.listen(${port}, '127.0.0.1', () => console.log('listening'))
`
  await sandbox.files.write('server.cjs', program)
  const command = await sandbox.commands.run('node server.cjs', { background: true, timeoutMs: 0 })
  await expect.poll(() => command.stdout).toContain('listening')
}

test('reaches a server in a sandbox by the name of its host', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const port = firstPort
    const host = `${port}-${sandbox.sandboxId}.example.com`
    const closed = await ask('/', { host })
    expect(closed.status).toBe(502)
    expect(JSON.parse(closed.body)).toEqual({
      sandboxId: sandbox.sandboxId,
      message: 'The sandbox is running but port is not open',
      port,
      code: 502,
    })
    await startServer(sandbox, port)
    const answer = await ask('/some/path?x=1', { host, 'X-Case': 'Kept' }, 'PUT')
    expect(answer.body).toMatch(/^PUT \/some\/path\?x=1 /)
    expect(answer.body).toContain('X-Case,Kept')
    expect(answer.body).toContain(`Host,${host}`)
    await sandbox.pause()
    expect(JSON.parse((await ask('/', { host })).body)).toMatchObject({ message: 'The sandbox was not found' })
    await sandbox.connect()
    expect((await ask('/', { host })).status).toBe(200)
  })
})

test('connects websockets and the like', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const port = firstPort + 1
    await startServer(sandbox, port)
    const socket = connect(Number(new URL(context.emulator.url).port), '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const shown = (): string => Buffer.concat(received).toString('utf8')
    const host = `${port}-${sandbox.sandboxId}.example.com`
    socket.write(`GET /chat HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`)
    await expect.poll(shown).toContain('101 Switching Protocols')
    socket.write('hello')
    await expect.poll(shown).toMatch(/hello$/)
    const closed = once(socket, 'close')
    await sandbox.pause()
    await closed
    expect(context.emulator.journal.count({ route: `UPGRADE port ${port}`, sandboxId: sandbox.sandboxId })).toBe(1)
  })
})

test('refuses upgrades where nothing can be upgraded', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' }
  expect((await ask('/v2/sandboxes', headers)).status).toBe(404)
  expect((await ask('/', { ...headers, host: `8000-inobody.example.com` })).status).toBe(502)
})

test('shows people a page', async () => {
  const answer = await ask('/', { host: '8000-inobody.example.com', 'user-agent': 'Mozilla/5.0' })
  expect(answer).toMatchObject({ status: 502, type: 'text/html; charset=utf-8' })
})

test('asks for the token of a sandbox that is not public', async () => {
  const options = { ...context.connection, network: { allowPublicTraffic: false } }
  const sandbox = await Sandbox.create(options)
  try {
    const port = firstPort + 2
    await startServer(sandbox, port)
    const host = `${port}-${sandbox.sandboxId}.example.com`
    expect((await ask('/', { host })).status).toBe(403)
    expect((await ask('/', { host, 'e2b-traffic-access-token': 'wrong' })).status).toBe(403)
    expect((await ask('/', { host, 'e2b-traffic-access-token': sandbox.trafficAccessToken ?? '' })).status).toBe(200)
  } finally {
    await sandbox.kill()
  }
})

test('shows servers another host where that was asked for', async () => {
  // eslint-disable-next-line no-template-curly-in-string
  const sandbox = await Sandbox.create({ ...context.connection, network: { maskRequestHost: 'masked:${PORT}' } })
  try {
    const port = firstPort + 3
    await startServer(sandbox, port)
    const { body } = await ask('/', { host: `${port}-${sandbox.sandboxId}.example.com` })
    expect(body).toContain(`Host,masked:${port}`)
  } finally {
    await sandbox.kill()
  }
})

test('finds the sandbox of a signed address, which does not name it', async () => {
  await withSandbox(context.connection, async (other) => {
    await withSandbox(context.connection, async (sandbox) => {
      await other.files.write('a.txt', 'other')
      await sandbox.files.write('a.txt', 'signed')
      const address = await sandbox.downloadUrl('a.txt', { useSignatureExpiration: 60 })
      expect(address).not.toContain(sandbox.sandboxId)
      expect(await (await fetch(address)).text()).toBe('signed')
      const target = await sandbox.uploadUrl('b.txt')
      const form = new FormData()
      form.append('file', new Blob(['uploaded']), 'b.txt')
      expect((await fetch(target, { method: 'POST', body: form })).status).toBe(200)
      expect(await sandbox.files.read('b.txt')).toBe('uploaded')
      const { search } = new URL(address)
      const forged = await fetch(`${context.emulator.url}/files${search.replace('signature=v1_', 'signature=v1_x')}`)
      expect(forged.status).toBe(404)
    })
  })
})

test('does not pass on what only the computer around a sandbox may ask', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    for (const path of ['/init', '/freeze', '/upgrade']) {
      const answer = await ask(path, { 'e2b-sandbox-id': sandbox.sandboxId }, 'POST')
      expect(answer.status).toBe(404)
    }
  })
})

test('lets only the holder of its token in', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const headers = { 'e2b-sandbox-id': sandbox.sandboxId, 'e2b-sandbox-port': '49983' }
    expect((await ask('/health', headers)).status).toBe(204)
    expect((await ask('/files?path=/etc/passwd', headers)).status).toBe(401)
    expect((await ask('/envs', { ...headers, 'x-access-token': 'wrong' })).status).toBe(401)
  })
})
