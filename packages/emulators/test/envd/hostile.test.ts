import { createConnection } from 'node:net'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEnvd, startTestEnvdHere } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'
import { call, envelope, send, stream } from './support/wire.js'

let envd: TestEnvd

beforeAll(async () => {
  envd = await startTestEnvd()
})

// The daemon writes down what it did not expect, and stopping it then fails.
afterAll(() => envd?.stop())

const isWell = async () => (await send(envd, { path: '/health' })).status === 204

/** Writes bytes and waits for whatever comes until the connection ends. */
function sendRaw(bytes: string | Buffer, endAfterMs = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(envd.socketPath)
    let answer = ''
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
    setTimeout(() => socket.destroy(), endAfterMs)
  })
}

const token = () => `X-Access-Token: ${envd.accessToken}\r\n`

test('What is not HTTP is refused', async () => {
  expect(await sendRaw('hello\r\n\r\n')).toContain('400 Bad Request')
  expect(await sendRaw('GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n')).toContain('400')
  expect(await sendRaw(`GET /health HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)).toContain('431')
  expect(await sendRaw(Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0]))).toContain('400')
  for (const target of ['//evil/../health', '/%', '/files?path=%ZZ', '/\\\\x', '*', 'http://[', '/health/../envs']) {
    await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
  }
  expect(await isWell()).toBe(true)
})

test('Bodies that end too early leave nothing hanging', async () => {
  const head = (route: string, type: string, length: number) =>
    `POST ${route} HTTP/1.1\r\nHost: x\r\n${token()}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  await Promise.all([
    sendRaw(`${head('/files?path=cut', 'application/octet-stream', 1000)}abc`),
    sendRaw(
      `${head('/files', 'multipart/form-data; boundary=b', 1000)}--b\r\nContent-Disposition: form-data; name="file"; filename="cut2"\r\n\r\nabc`,
    ),
    sendRaw(`${head('/process.Process/List', 'application/json', 1000)}{`),
    sendRaw(`${head('/process.Process/Start', 'application/connect+json', 1000)}\0\0\0`),
    sendRaw(`${head('/init', 'application/json', 1000)}{"accessToken`),
  ])
  const open = async () => (await readdir(`/proc/${envd.pid}/fd`)).length
  expect(await isWell()).toBe(true)
  const before = await open()
  await Promise.all(
    Array.from({ length: 20 }, () => sendRaw(`${head('/files?path=cut', 'application/octet-stream', 1000)}abc`, 50)),
  )
  await expect.poll(open).toBeLessThanOrEqual(before + 2)
})

test('Messages that do not fit their types are refused', async () => {
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"path":7}',
    '{"path":{}}',
    '{"path":null,"depth":-1}',
    '{"depth":1e99}',
    '\0',
  ]) {
    const answer = await call(envd, 'filesystem.Filesystem/ListDir', body)
    expect([200, 400]).toContain(answer.status)
  }
  for (const signal of ['SIGNAL_NONE', -1, 4294967296, {}, 'constructor']) {
    expect(
      (await call(envd, 'process.Process/SendSignal', { process: { pid: 1 }, signal })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  for (const pid of [0, 1, -1, '1', 4294967295, 1.5]) {
    expect(
      (await call(envd, 'process.Process/SendSignal', { process: { pid }, signal: 9 })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  expect((await call(envd, 'process.Process/SendInput', { process: { pid: 1 }, input: { stdin: '*' } })).status).toBe(
    400,
  )
  expect((await call(envd, 'process.Process/Nothing', {})).status).toBe(404)
  expect((await call(envd, 'process.Process/List', {}, { 'Content-Type': 'text/html' })).status).toBe(415)
  expect((await call(envd, 'process.Process/List', {}, { Authorization: 'Basic %%%' })).status).toBeLessThan(500)
  expect((await call(envd, 'process.Process/List', {}, { 'Connect-Timeout-Ms': 'soon' })).status).toBe(400)
  expect(await isWell()).toBe(true)
})

test('Envelopes that lie are refused', async () => {
  const lying = envelope('{}')
  lying.writeUInt32BE(0x7fffffff, 1)
  for (const body of [
    Buffer.alloc(0),
    Buffer.from([0, 0]),
    lying,
    envelope('{'),
    envelope('{}', 1),
    envelope('{}', 0x80),
    Buffer.concat([envelope('{}'), envelope('{}')]),
  ]) {
    const { end, status } = await stream(envd, 'process.Process/Start', body)
    expect(JSON.stringify(end) ?? String(status)).toMatch(/error|[45]\d\d/)
  }
  expect(await isWell()).toBe(true)
})

test('Paths are never taken for something else', async () => {
  for (const bad of ['a\0b', '~nobody/x', '\0']) {
    for (const method of ['Stat', 'ListDir', 'MakeDir', 'Remove', 'WatchDir']) {
      const message = { path: bad }
      const answer =
        method === 'WatchDir'
          ? JSON.stringify((await stream(envd, 'filesystem.Filesystem/WatchDir', message)).end)
          : (await call(envd, `filesystem.Filesystem/${method}`, message)).text
      expect(answer).toContain('invalid_argument')
    }
    const answer = await send(envd, { path: `/files?path=${encodeURIComponent(bad)}` })
    expect(answer.status).toBe(400)
  }
  const long = 'x'.repeat(5000)
  expect((await send(envd, { path: `/files?path=${long}` })).status).toBe(400)
  expect((await call(envd, 'filesystem.Filesystem/Stat', { path: long })).status).toBe(400)
  expect((await call(envd, 'filesystem.Filesystem/Stat', { path: '../../../../../../etc/passwd' })).json).toMatchObject(
    {
      entry: { path: '/etc/passwd' },
    },
  )
})

test('Where a folder stands for the root, no path leads out of it', async () => {
  const root = path.join(envd.home, 'jail')
  await mkdir(path.join(root, 'home'), { recursive: true })
  await writeFile(path.join(envd.home, 'secret'), 'secret')
  await symlink(envd.home, path.join(root, 'out'))
  await symlink(path.join(envd.home, 'new-file'), path.join(root, 'dangling'))
  await symlink(path.join(envd.home, 'secret'), path.join(root, 'secret-link'))
  const user = { name: 'user', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home: '/home' }
  const own = await startTestEnvdHere({ root, users: [user] })
  const upload = (file: string) =>
    send(own, {
      method: 'POST',
      path: `/files?path=${encodeURIComponent(file)}`,
      headers: { 'Content-Type': 'application/octet-stream' },
      body: 'x',
    })
  expect((await upload('/home/inside')).json).toMatchObject([{ path: '/home/inside' }])
  expect(await readdir(path.join(root, 'home'))).toEqual(['inside'])
  expect((await upload('../../../../up')).json).toMatchObject([{ path: '/up' }])
  for (const file of ['/out/x', '/dangling', '/secret-link', '/out/../secret']) {
    const answer = await upload(file)
    expect(answer.status === 403 || answer.json !== undefined).toBe(true)
  }
  expect((await send(own, { path: '/files?path=/secret-link' })).status).toBe(403)
  expect((await send(own, { path: '/files?path=/out/secret' })).status).toBe(403)
  for (const method of ['Remove', 'Stat', 'ListDir', 'MakeDir']) {
    const answer = await call(own, `filesystem.Filesystem/${method}`, { path: '/out/secret' })
    expect(answer).toMatchObject({ status: 403, json: { code: 'permission_denied' } })
  }
  expect((await readdir(envd.home)).includes('new-file')).toBe(false)
  expect((await readdir(envd.home)).includes('secret')).toBe(true)
})

test('A thousand odd requests do not hurt', async () => {
  const paths = [
    '/files?path=',
    '/init',
    '/envs',
    '/health',
    '/process.Process/Start',
    '/filesystem.Filesystem/Stat',
    '/nothing',
  ]
  const types = [
    'application/json',
    'application/connect+json',
    'application/proto',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'application/grpc-web',
    '',
  ]
  const bodies = ['', '{}', '{"path":"\\u0000"}', '\0\0\0\0\x02{}', '--x\r\n', '\x1f\x8b\x08', '[[[[']
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']
  let seed = 7
  const pick = <Item>(items: readonly Item[]): Item | undefined => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return items[seed % items.length]
  }
  for (let round = 0; round < 50; round++) {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        send(envd, {
          method: pick(methods) ?? 'GET',
          path: pick(paths) ?? '/',
          headers: { 'Content-Type': pick(types) ?? '', 'Content-Encoding': pick(['', 'gzip', 'br']) ?? '' },
          body: pick(bodies) ?? '',
        }).catch((error: unknown) => error),
      ),
    )
  }
  expect(await isWell()).toBe(true)
})
