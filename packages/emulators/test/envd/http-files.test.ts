import { createHash } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '../../src/e2b/envd/files/signature.js'
import { startTestEnvd, startTestEnvdHere } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'
import { call, send } from './support/wire.js'

let envd: TestEnvd
const content = '0123456789'

beforeAll(async () => {
  envd = await startTestEnvd()
  await writeFile(path.join(envd.home, 'ten'), content)
})

afterAll(() => envd?.stop())

const get = (query: string, headers: Record<string, string> = {}, withoutToken = false) =>
  send(envd, { path: `/files?${query}`, headers, withoutToken })

test('The daemon says that it is there, to everybody', async () => {
  const answer = await send(envd, { path: '/health', withoutToken: true })
  expect(answer).toMatchObject({ status: 204, headers: { 'cache-control': 'no-store' } })
})

test('A file comes with its name, size and time', async () => {
  expect(await get('path=ten')).toMatchObject({
    status: 200,
    text: content,
    headers: {
      'content-disposition': 'inline; filename=ten',
      'content-length': '10',
      'content-type': 'application/octet-stream',
      vary: 'Accept-Encoding',
    },
  })
})

test('A range of a file can be asked for', async () => {
  for (const [range, text, place] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ] as const) {
    const answer = await get('path=ten', { Range: range, 'Accept-Encoding': 'gzip' })
    expect(answer).toMatchObject({ status: 206, text, headers: { 'content-range': place } })
  }
  expect(await get('path=ten', { Range: 'bytes=10-' })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */10' },
  })
  for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=1-2,4-5', 'bytes=x']) {
    expect(await get('path=ten', { Range: range })).toMatchObject({ status: 200, text: content })
  }
})

test('Conditions are kept', async () => {
  const modified = (await get('path=ten')).headers['last-modified'] ?? ''
  expect((await get('path=ten', { 'If-Modified-Since': modified })).status).toBe(304)
  expect((await get('path=ten', { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:01 GMT' })).status).toBe(200)
  expect((await get('path=ten', { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:01 GMT' })).status).toBe(412)
  expect((await get('path=ten', { Range: 'bytes=0-0', 'If-Range': modified })).status).toBe(206)
  expect((await get('path=ten', { Range: 'bytes=0-0', 'If-Range': '"other"' })).status).toBe(200)
})

test('A file is packed where only that is asked for', async () => {
  const packed = await get('path=ten', { 'Accept-Encoding': 'gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect(packed.headers['content-length']).toBeUndefined()
  expect(gunzipSync(packed.body).toString()).toBe(content)
  for (const accepted of ['gzip, deflate', 'identity', 'br', 'gzip;q=0', '*', '']) {
    expect((await get('path=ten', { 'Accept-Encoding': accepted })).text).toBe(content)
  }
  expect((await get('path=ten', { 'Accept-Encoding': 'identity;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
  expect(await get('path=ten', { 'Accept-Encoding': 'identity;q=0, br' })).toMatchObject({
    status: 406,
    json: { code: 406, message: 'no acceptable encoding found, supported: [identity, gzip]' },
  })
})

test('The signature is that of the protocol', () => {
  const parts = { path: 'hello.txt', operation: 'read', username: 'user', expiration: undefined } as const
  expect(signatureOf({ ...parts, accessToken: '0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0' })).toBe(
    'v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E',
  )
})

function signed(operation: 'read' | 'write', expiration?: number, file = 'ten'): string {
  const parts = [file, operation, '', envd.accessToken, ...(expiration === undefined ? [] : [expiration])]
  const signature = `v1_${createHash('sha256').update(parts.join(':')).digest('base64').replaceAll('=', '')}`
  const query = new URLSearchParams({ path: file, signature })
  if (expiration !== undefined) query.set('signature_expiration', String(expiration))
  return query.toString()
}

test('A signed address needs no token, for what and as long as it was signed', async () => {
  const nowSeconds = Math.floor(Date.now() / 1000)
  expect((await get(signed('read'), {}, true)).text).toBe(content)
  expect((await get(signed('read', nowSeconds + 60), {}, true)).text).toBe(content)
  const refused = async (query: string, headers = {}) => (await get(query, headers, true)).json
  const message = (text: string) => ({ code: 401, message: text })
  expect(await refused('path=ten')).toEqual(message('missing signature query parameter'))
  expect(await refused(signed('write'))).toEqual(message('invalid signature'))
  expect(await refused(signed('read', nowSeconds - 60))).toEqual(message('signature is already expired'))
  expect(await refused(signed('read', nowSeconds - 60).replace(String(nowSeconds - 60), 'NaN'))).toEqual(
    message('invalid signature'),
  )
  expect(await refused(signed('read'), { 'X-Access-Token': 'wrong' })).toEqual(
    message('access token present in header but does not match'),
  )
  const written = await send(envd, {
    method: 'POST',
    path: `/files?${signed('write', nowSeconds + 60, 'signed.txt')}`,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: 'x',
    withoutToken: true,
  })
  expect(written.json).toEqual([{ path: path.join(envd.home, 'signed.txt'), name: 'signed.txt', type: 'file' }])
})

const post = (query: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  send(envd, { method: 'POST', path: `/files?${query}`, headers: { 'Content-Type': type, ...headers }, body })

const octets = 'application/octet-stream'

test('Uploads that cannot be taken are refused before a file is made', async () => {
  expect(await post('', octets, 'x')).toMatchObject({ status: 400 })
  expect(await post('path=u1', 'text/plain', 'x')).toMatchObject({
    status: 400,
    json: { code: 400, message: 'unsupported content type: text/plain' },
  })
  expect(await post('path=u1', octets, 'not gzip', { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 400 })
  expect(await post('path=u2', octets, 'x', { 'Content-Encoding': 'br' })).toMatchObject({ status: 400 })
  expect((await post('path=u3', octets, gzipSync('packed'), { 'Content-Encoding': 'gzip' })).status).toBe(200)
  expect((await get('path=u3')).text).toBe('packed')
  expect(await post('path=u4', octets, 'x', { 'X-Metadata-a': 'ü' })).toMatchObject({ status: 400 })
  expect(await post('path=u4', octets, 'x', { 'X-Metadata-a': 'b'.repeat(4096) })).toMatchObject({ status: 400 })
  expect(await post('path=u4', octets, 'x', { [`X-Metadata-${'k'.repeat(247)}`]: 'b' })).toMatchObject({ status: 400 })
  await expect(stat(path.join(envd.home, 'u4'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await post('path=u5&username=ghost', octets, 'x')).status).toBe(401)
})

function form(parts: readonly { name?: string; filename?: string; body: string }[]): string {
  const written = parts.map(({ name = 'file', filename, body }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--bound\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${body}\r\n`
  })
  return `${written.join('')}--bound--\r\n`
}

const multipart = 'multipart/form-data; boundary=bound'

test('A form has files with their directories in their names, or one whose path is in the address', async () => {
  const many = await post(
    '',
    multipart,
    form([
      { filename: 'f/1', body: 'one' },
      { name: 'other', filename: 'no', body: 'x' },
      { filename: 'f/ü', body: 'two' },
    ]),
  )
  expect((many.json as { path: string }[]).map((file) => file.path)).toEqual([
    path.join(envd.home, 'f/1'),
    path.join(envd.home, 'f/ü'),
  ])
  expect((await get(`path=${encodeURIComponent('f/ü')}`)).text).toBe('two')
  await post('path=wins', multipart, form([{ filename: 'ignored', body: 'w' }]))
  expect((await get('path=wins')).text).toBe('w')
  await post('path=text', multipart, form([{ body: 'without a name' }]))
  expect((await get('path=text')).text).toBe('without a name')
})

test('A form that is broken or contradicts itself is refused', async () => {
  const twice = await post(
    '',
    multipart,
    form([
      { filename: 'same', body: '1' },
      { filename: './same', body: '2' },
    ]),
  )
  expect(twice.status).toBe(400)
  expect(twice.text).toContain('you cannot upload multiple files to the same path')
  expect((await post('', multipart, form([{ body: 'nameless' }]))).status).toBe(400)
  expect(
    (await post('', multipart, '--bound\r\nContent-Disposition: form-data; name="file"; filename="cut"\r\n\r\nabc'))
      .status,
  ).toBe(400)
  expect((await post('', 'multipart/form-data', 'x')).status).toBe(400)
  expect((await post('', multipart, 'no form at all')).status).toBe(400)
})

test('Everything but the open routes needs the token', async () => {
  for (const request of [{ path: '/metrics' }, { path: '/envs' }, { path: '/process.Process/List', method: 'POST' }]) {
    expect(await send(envd, { ...request, withoutToken: true })).toMatchObject({
      status: 401,
      json: {
        code: 401,
        message: 'unauthorized access, please provide a valid access token or method signing if supported',
      },
    })
  }
  expect((await send(envd, { path: '/metrics' })).json).toMatchObject({
    cpu_count: expect.any(Number),
    mem_total: expect.any(Number),
  })
})

test('The host changes token, variables, user and directory', async () => {
  const own = await startTestEnvdHere({ accessToken: undefined, envVars: { A: '1' } })
  const init = (body: unknown, headers = {}) =>
    send(own, { method: 'POST', path: '/init', headers, body: JSON.stringify(body), withoutToken: true })
  expect((await send(own, { path: '/envs', withoutToken: true })).json).toEqual({ A: '1' })
  const at = (seconds: number) => new Date(seconds * 1000).toISOString()
  expect((await init({ accessToken: own.accessToken, envVars: { B: '2' }, timestamp: at(10) })).status).toBe(204)
  expect((await send(own, { path: '/envs', withoutToken: true })).status).toBe(401)
  expect((await send(own, { path: '/envs' })).json).toEqual({ A: '1', B: '2' })
  expect((await init({ accessToken: 'other' })).status).toBe(401)
  expect((await init({ accessToken: own.accessToken, envVars: { B: 'late' }, timestamp: at(5) })).status).toBe(204)
  expect((await send(own, { path: '/envs' })).json).toEqual({ A: '1', B: '2' })
  await init({ accessToken: own.accessToken, defaultUser: 'nobody-there' })
  const answer = await call(own, 'filesystem.Filesystem/Stat', { path: '/' })
  expect(answer).toMatchObject({
    status: 401,
    json: { code: 'unauthenticated', message: "invalid username: 'nobody-there'" },
  })
})
