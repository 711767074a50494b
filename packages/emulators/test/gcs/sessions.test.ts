import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { clientOf, useGCS } from './start.js'

const gcs = useGCS()
const unit = 256 * 1024

async function startSession(name: string, headers: Record<string, string> = {}): Promise<string> {
  const address = `${gcs.emulator.url}/upload/storage/v1/b/data/o?uploadType=resumable&name=${encodeURIComponent(name)}`
  const answer = await fetch(address, { method: 'POST', headers })
  return answer.headers.get('location') ?? ''
}

function put(address: string, range: string, body: Buffer | string = ''): Promise<Response> {
  return fetch(address, { method: 'PUT', body, headers: { 'content-range': range }, redirect: 'manual' })
}

test('whole pieces of a chunk stay, the rest is sent again', async () => {
  const content = randomBytes(3 * unit)
  const address = await startSession('x', {
    'x-upload-content-type': 'a/b',
    'x-upload-content-length': String(content.length),
  })
  const fresh = await put(address, 'bytes */*')
  expect([fresh.status, fresh.headers.get('range')]).toEqual([308, null])
  const first = await put(address, `bytes 0-${unit + 9}/*`, content.subarray(0, unit + 10))
  expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`])
  expect((await put(address, `bytes ${2 * unit}-${3 * unit - 1}/${3 * unit}`, content.subarray(2 * unit))).status).toBe(
    400,
  )
  const status = await put(address, `bytes */${content.length}`)
  expect([status.status, status.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`])
  // What has come already may come again.
  const last = await put(address, `bytes 0-${content.length - 1}/${content.length}`, content)
  expect(last.status).toBe(200)
  expect(await last.json()).toMatchObject({ name: 'x', contentType: 'a/b', size: String(content.length) })
  expect((await put(address, 'bytes */*')).status).toBe(200)
  expect((await gcs.bucket.file('x').download())[0].equals(content)).toBe(true)
})

test('a body that is not what was said is refused, and nothing of it stays', async () => {
  const address = await startSession('x')
  const short = await put(address, `bytes 0-${2 * unit - 1}/*`, randomBytes(unit))
  expect(short.status).toBe(400)
  expect((await put(address, 'bytes */*')).headers.get('range')).toBeNull()
  for (const range of ['bytes', 'bytes 5-1/*', 'bytes 0-9/5', 'bytes -1-5/6', `bytes 0-${'9'.repeat(20)}/*`]) {
    const answer = await put(address, range, 'abc')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 400, errors: [{ reason: 'invalid' }] } })
  }
  const declared = await startSession('y', { 'x-upload-content-length': '5' })
  expect((await put(declared, 'bytes 0-2/3', 'abc')).status).toBe(400)
  expect((await gcs.bucket.getFiles())[0]).toEqual([])
})

test('a session that was cancelled, or is not known, takes nothing', async () => {
  const address = await startSession('x')
  await put(address, `bytes 0-${unit - 1}/*`, randomBytes(unit))
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(499)
  expect((await put(address, 'bytes */*')).status).toBe(499)
  expect((await put(address, 'bytes 0-2/3', 'abc')).status).toBe(499)
  expect((await put(address.replace(/upload_id=.*/, 'upload_id=none'), 'bytes */*')).status).toBe(404)
  expect(await gcs.bucket.file('x').exists()).toEqual([false])
  expect(JSON.stringify(gcs.emulator.journal.entries())).not.toContain(new URL(address).searchParams.get('upload_id'))
})

test('Go clients are told by a header that a session goes on', async () => {
  const address = await startSession('x')
  const headers = { 'content-range': `bytes 0-${unit - 1}/*`, 'x-guploader-no-308': 'yes' }
  const answer = await fetch(address, { method: 'POST', headers, body: randomBytes(unit) })
  expect([answer.status, answer.headers.get('x-http-status-code-override')]).toEqual([200, '308'])
})

test('a request that hangs gives way to the next one of its session', async () => {
  const content = randomBytes(3 * unit)
  const address = await startSession('x')
  const hanging = request(address, { method: 'PUT', headers: { 'content-range': 'bytes 0-*/*' } })
  const ended = once(hanging, 'error')
  hanging.write(content.subarray(0, 2 * unit + 100))
  const { journal } = gcs.emulator
  await expect.poll(() => journal.count({ route: 'PUT /upload/storage/v1/b/{bucket}/o?upload_id' })).toBe(1)
  // How much of it had come when the next one took over is up to the network; whole units are kept.
  const told = (await put(address, 'bytes */*')).headers.get('range')
  const kept = told === null ? 0 : Number(told.replace('bytes=0-', '')) + 1
  expect([0, unit, 2 * unit]).toContain(kept)
  await ended
  const rest = content.subarray(kept)
  expect((await put(address, `bytes ${kept}-${3 * unit - 1}/${3 * unit}`, rest)).status).toBe(200)
  expect((await gcs.bucket.file('x').download())[0].equals(content)).toBe(true)
})

test('an upload whose connection is cut goes on where it was cut', async () => {
  const content = randomBytes(4 * 1024 * 1024)
  gcs.emulator.faults.cutUpload(1024 * 1024 + 5)
  const storage = clientOf(gcs.emulator, {
    retryOptions: { autoRetry: true, maxRetryDelay: 1 },
  })
  const file = storage.bucket('data').file('cut')
  const pieces = Array.from({ length: 16 }, (_, index) => content.subarray(index * unit, (index + 1) * unit))
  await pipeline(
    Readable.from(pieces),
    file.createWriteStream({ chunkSize: 2 * 1024 * 1024, preconditionOpts: { ifGenerationMatch: 0 } }),
  )
  expect((await file.download())[0].equals(content)).toBe(true)
  const uploads = gcs.emulator.journal.entries({ route: 'PUT /upload/storage/v1/b/{bucket}/o?upload_id' })
  expect(uploads[0]?.outcome).toBe('cut')
  expect(uploads[1]?.headers['content-range']).toBe('bytes */*')
  expect(uploads[2]?.headers['content-range']).toMatch(/^bytes 1048576-/)
})

test('of an upload without a session nothing stays when its connection is cut', async () => {
  gcs.emulator.faults.cutUpload(1000)
  await expect(gcs.bucket.file('cut').save(randomBytes(100_000), { resumable: false })).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  expect(await gcs.bucket.file('cut').exists()).toEqual([false])
})

test('a download is cut, delayed, refused and lost as ordered', async () => {
  const route = 'GET /storage/v1/b/{bucket}/o/{object}?alt=media'
  const { faults } = gcs.emulator
  const content = randomBytes(1024 * 1024)
  const file = gcs.bucket.file('x')
  await file.save(content, { resumable: false })
  faults.next(route, { cutAfterBytes: 300_000 })
  let received = 0
  const reading = async (): Promise<void> => {
    for await (const chunk of file.createReadStream({ validation: false })) received += (chunk as Buffer).length
  }
  await expect(reading()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(received).toBe(300_000)
  faults.next(route, { status: 503 })
  await expect(file.download()).rejects.toMatchObject({ code: 503 })
  faults.next('GET /storage/v1/b/{bucket}/o', { status: 429 })
  await expect(gcs.bucket.getFiles()).rejects.toMatchObject({ code: 429, errors: [{ reason: 'rateLimitExceeded' }] })
  faults.next('DELETE *', { loseResponse: true })
  await expect(file.delete()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await file.exists()).toEqual([false])
})
