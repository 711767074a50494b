import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../e2b/fuzz/random.js'
import { sendBytes } from './support/send-bytes.js'
import { isRoot, rootOnly, startTestToolbox, startTestToolboxHere, type TestToolbox } from './support/test-toolbox.js'
import { partHead, postForm, postJson, send } from './support/wire.js'

let toolbox: TestToolbox

beforeAll(async () => {
  toolbox = await startTestToolbox()
})

// The daemon writes down what it did not expect, and stopping it then fails.
afterAll(() => toolbox.stop())

const isWell = async (): Promise<boolean> => (await send(toolbox, { path: '/version' })).status === 200

function formStart(address: string, type: string, announced: number, content: string): string {
  const head = [`POST ${address} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, `Content-Length: ${announced}`]
  return `${head.join('\r\n')}\r\n\r\n${content}`
}

test('What is not HTTP is refused', async () => {
  expect((await sendBytes(toolbox, 'hello\r\n\r\n')).text).toContain('400 Bad Request')
  expect((await sendBytes(toolbox, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)).text).toContain(
    '431',
  )
  for (const target of ['//evil/../version', '/%', '/files?path=%ZZ', '/\\\\x', '*', 'http://[', '/version/../env']) {
    const { text } = await sendBytes(toolbox, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
  }
  expect(await isWell()).toBe(true)
})

test('An upload that is cut leaves what has arrived, as the vendor does, and nothing open', async () => {
  const content = `--b\r\n${partHead('files[0].path')}\r\n\r\ncut\r\n--b\r\n${partHead('files[0].file', 'x')}\r\n\r\nabc`
  const cut = (): Promise<unknown> =>
    sendBytes(toolbox, formStart('/files/bulk-upload', 'multipart/form-data; boundary=b', 100_000, content), 60)
  await cut()
  await expect.poll(() => readFile(path.join(toolbox.home, 'cut'), 'utf8')).toMatch(/^(abc)?$/)
  const open = async (): Promise<number> => (await readdir(`/proc/${toolbox.pid}/fd`)).length
  const before = await open()
  await Promise.all(Array.from({ length: 20 }, cut))
  await Promise.all([
    sendBytes(toolbox, formStart('/files/upload-v2?path=cut2', 'multipart/form-data; boundary=b', 1000, '--b\r\n'), 60),
    sendBytes(toolbox, formStart('/files/replace', 'application/json', 1000, '{'), 60),
    sendBytes(toolbox, formStart('/git/clone', 'application/json', 1000, '{"url"'), 60),
  ])
  await expect.poll(open).toBeLessThanOrEqual(before + 2)
  expect(await isWell()).toBe(true)
})

test('A reader that goes away in the middle leaves nothing open', async () => {
  await writeFile(path.join(toolbox.home, 'large'), Buffer.alloc(20_000_000))
  const open = async (): Promise<string[]> => {
    const names = await readdir(`/proc/${toolbox.pid}/fd`)
    return names
  }
  const before = (await open()).length
  const body = JSON.stringify({ paths: ['large'] })
  const request = formStart('/files/bulk-download', 'application/json', body.length, body)
  await Promise.all(Array.from({ length: 10 }, () => sendBytes(toolbox, request, 20)))
  await sendBytes(toolbox, 'GET /files/download?path=large HTTP/1.1\r\nHost: x\r\n\r\n', 20)
  await expect.poll(async () => (await open()).length).toBeLessThanOrEqual(before + 2)
  expect(await isWell()).toBe(true)
})

test('Pipes and devices are neither waited for nor read without end', async () => {
  await postJson(toolbox, '/process/execute', { command: 'mkfifo pipe' })
  for (const name of ['pipe', '/dev/zero', '/dev/tty']) {
    expect((await send(toolbox, { path: `/files/download?path=${name}` })).status).toBeGreaterThanOrEqual(400)
  }
  const form = [[partHead('file', 'x'), 'x']] as const
  expect((await postForm(toolbox, '/files/upload-v2?path=pipe', form)).status).toBe(400)
  expect((await send(toolbox, { path: `/files/find?path=.&pattern=x` })).status).toBe(200)
  expect(await isWell()).toBe(true)
})

test('Names that are none are refused', async () => {
  for (const bad of ['a\0b', '\0', 'x'.repeat(5000), `${'a/'.repeat(3000)}b`]) {
    const name = encodeURIComponent(bad)
    for (const address of [`/files/info?path=${name}`, `/files?path=${name}`, `/files/download?path=${name}`]) {
      expect((await send(toolbox, { path: address })).status).toBeGreaterThanOrEqual(400)
    }
    const upload = await postForm(toolbox, '/files/bulk-upload', [
      [partHead('files[0].path'), bad],
      [partHead('files[0].file', 'x'), 'x'],
    ])
    expect(upload.status).toBe(400)
  }
})

test.skipIf(!isRoot)(
  `The user's programs cannot end the daemon, nor see what it was started with (${rootOnly})`,
  async () => {
    // Not more than this one: other tests have programs of the same user.
    const command = `kill -9 ${toolbox.pid}; cat /proc/${toolbox.pid}/environ`
    const { json } = await postJson(toolbox, '/process/execute', { command })
    expect(json).toMatchObject({ result: expect.stringMatching(/Operation not permitted[^]*Permission denied/) })
    expect(await isWell()).toBe(true)
  },
)

test('Where a folder stands for the root, no path leads out of it', async () => {
  const outside = path.join(toolbox.home, 'outside')
  const root = path.join(outside, 'jail')
  await mkdir(path.join(root, 'home'), { recursive: true })
  await writeFile(path.join(outside, 'secret'), 'secret')
  await symlink(outside, path.join(root, 'out'))
  await symlink(path.join(outside, 'new-file'), path.join(root, 'dangling'))
  await symlink(path.join(outside, 'secret'), path.join(root, 'secret-link'))
  const user = { name: 'daytona', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home: '/home' }
  const own = await startTestToolboxHere({ root, user })
  const upload = (name: string) =>
    postForm(own, `/files/upload-v2?path=${encodeURIComponent(name)}`, [[partHead('file', 'x'), 'x']])
  expect((await upload('inside')).status).toBe(200)
  expect((await upload('../../../../up')).status).toBe(200)
  expect(await readdir(path.join(root, 'home'))).toEqual(['inside'])
  expect((await stat(path.join(root, 'up'))).isFile()).toBe(true)
  for (const name of ['/out/x', '/dangling', '/secret-link', '/out/../out/secret']) {
    expect(await upload(name)).toMatchObject({ status: 403, json: { code: 'FILE_ACCESS_DENIED' } })
  }
  for (const address of ['/files/download?path=/secret-link', '/files/info?path=/out/secret', '/files?path=/out']) {
    expect((await send(own, { path: address })).status).toBe(403)
  }
  expect((await send(own, { method: 'DELETE', path: '/files?path=/out/secret' })).status).toBe(403)
  expect((await send(own, { method: 'POST', path: '/files/move?source=/up&destination=/out/up' })).status).toBe(403)
  expect((await postJson(own, '/git/init', { path: '/out/repo' })).status).toBe(403)
  expect((await readdir(outside)).toSorted()).toEqual(['jail', 'secret'])
})

test('A thousand odd requests do not hurt', async () => {
  const random = new Random(7)
  const addresses = [
    '/files?path=',
    '/files/info?path=%2e%2e',
    '/files/permissions?path=.&mode=888&owner=-1',
    '/files/bulk-upload',
    '/files/upload-v2?path=odd',
    '/files/bulk-download',
    '/files/replace',
    '/files/search?path=.&pattern=%5B',
    '/git/clone',
    '/git/status?path=/',
    '/git/branches',
    '/env',
    '/lsp/start',
    '/port/x/in-use',
    '/computeruse/a/b/c',
    '/nothing',
  ]
  const types = ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', '']
  const bodies = [
    '',
    '{}',
    '{"path":"\\u0000"}',
    '{"paths":["",".","\\u0000"]}',
    '--x\r\n',
    '--x--',
    '[[[[',
    '{"path":7}',
  ]
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(toolbox, {
          method: random.pick(methods),
          path: random.pick(addresses),
          headers: { 'Content-Type': random.pick(types) },
          body: random.below(2) === 0 ? random.pick(bodies) : random.bytes(40),
        }),
      ),
    )
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  }
  expect(await isWell()).toBe(true)
})
