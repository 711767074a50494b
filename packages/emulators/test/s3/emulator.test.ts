import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { type S3EmulatorOptions, startS3Emulator } from '@caisson/emulators'
import { clientOf, start } from './support/start.js'

const Bucket = 'data'

function put(client: S3Client, Body = 'x') {
  return client.send(new PutObjectCommand({ Bucket, Key: 'k', Body }))
}

function get(client: S3Client) {
  return client.send(new GetObjectCommand({ Bucket, Key: 'k' }))
}

test('ordered failures have the vendor’s form', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  for (const [status, name] of [
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [409, 'ConditionalRequestConflict'],
    [403, 'AccessDenied'],
  ] as const) {
    const fault = emulator.faults.next('PutObject', { status })
    await expect(put(client)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: status } })
    expect(fault.hits).toBe(1)
  }
  emulator.faults.next('Head*', { status: 503 })
  const head = client.send(new HeadObjectCommand({ Bucket, Key: 'k' }))
  await expect(head).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } })
  await put(client)
})

test('the client repeats what it may repeat', async () => {
  const emulator = await start()
  const client = clientOf(emulator, { maxAttempts: 3 })
  emulator.faults.next('PutObject', { status: 503, times: 2 })
  await put(client)
  expect(emulator.journal.count({ route: 'PutObject' })).toBe(3)
})

test('a lost answer is a write that was done', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  emulator.faults.next('PutObject', { loseResponse: true })
  await expect(put(client)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await (await get(client)).Body?.transformToString()).toBe('x')
})

test('a body that is cut does not look complete', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  await put(client, 'x'.repeat(100_000))
  emulator.faults.next('GetObject', { cutAfterBytes: 10 })
  const { Body } = await get(client)
  await expect(Body?.transformToByteArray()).rejects.toThrow(/abort|reset|terminated|closed/i)
})

test('begins anew, with the buckets of the start', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  await put(client)
  emulator.faults.next('*', { status: 500 })
  emulator.faults.denyKey(Bucket, 'k')
  await emulator.reset()
  expect(emulator.journal.entries()).toEqual([])
  await expect(get(client)).rejects.toMatchObject({ name: 'NoSuchKey' })
  expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
})

test('a write that began before a reset changes nothing', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  let goOn = (): void => undefined
  const resumed = new Promise<void>((resolve) => (goOn = resolve))
  async function* slow(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(300_000)
    await resumed
    yield Buffer.alloc(300_000)
  }
  const Body = Readable.from(slow(), { objectMode: false })
  const writing = client.send(new PutObjectCommand({ Bucket, Key: 'late', Body, ContentLength: 600_000 }))
  const failure = writing.catch((error: unknown) => error)
  await expect.poll(() => emulator.journal.count({ route: 'PutObject' })).toBe(1)
  await emulator.reset()
  goOn()
  expect(await failure).toMatchObject({ name: 'NoSuchBucket' })
  expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
})

test('the journal shows names as they were sent', async () => {
  const emulator = await start()
  await clientOf(emulator).send(new PutObjectCommand({ Bucket, Key: 'a/../b', Body: 'x' }))
  expect(emulator.journal.entries()[0]?.path).toBe('/data/a/../b?x-id=PutObject')
})

test('tells where it is and what leads clients there', async () => {
  const emulator = await start({ region: 'eu-west-1' })
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(emulator.env).toMatchObject({ AWS_ENDPOINT_URL_S3: emulator.url, AWS_REGION: 'eu-west-1' })
  expect(emulator.describe()).toEqual({
    summary: `S3 emulator at ${emulator.url}; region eu-west-1; buckets: data`,
    url: emulator.url,
    region: 'eu-west-1',
    buckets: ['data'],
  })
})

test('the journal holds no secrets', async () => {
  const account = { accessKeyId: 'AKIAJOURNAL', secretAccessKey: 'the-secret-key', sessionToken: 'the-session-token' }
  const emulator = await start({ accounts: [account] })
  await put(clientOf(emulator))
  await fetch(`${emulator.url}/data/k?X-Amz-Signature=abc123&X-Amz-Security-Token=the-session-token`)
  const written = JSON.stringify(emulator.journal.entries())
  for (const secret of ['the-secret-key', 'the-session-token', 'abc123', 'Signature=']) {
    expect(written.replaceAll('X-Amz-Signature=***', '')).not.toContain(secret)
  }
})

test('closes, also twice, and answers no more', async () => {
  const emulator = await startS3Emulator({ buckets: ['data'] })
  await Promise.all([emulator.close(), emulator.close()])
  await expect(fetch(emulator.url)).rejects.toThrow('fetch failed')
})

const secrets = { accessKeyId: 'a', secretAccessKey: 's' }

test.each<[string, S3EmulatorOptions]>([
  ['port', { port: 70_000 }],
  ['latencyMs', { latencyMs: -1 }],
  ['pageSize', { pageSize: 0 }],
  ['pageSize', { pageSize: 1001 }],
  ['smallestPartBytes', { smallestPartBytes: 0.5 }],
  ['region', { region: 'Mars!' }],
  ['buckets', { buckets: ['No'] }],
  ['buckets', { buckets: ['data', 'data'] }],
  ['accounts', { accounts: [] }],
  ['accounts', { accounts: [secrets, secrets] }],
  ['accounts', { accounts: [{ ...secrets, accessKeyId: 'a/b' }] }],
  ['accounts', { accounts: [{ ...secrets, secretAccessKey: '' }] }],
  ['accounts', { accounts: [{ ...secrets, expiresAt: new Date() }] }],
  ['hostSuffixes', { hostSuffixes: ['.s3'] }],
])('refuses a wrong %s', async (name, options) => {
  await expect(startS3Emulator(options)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining(`${name}: expected`) as unknown,
  })
})

test('listens for others only when told to', async () => {
  await expect(startS3Emulator({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'NOT_LOOPBACK' })
})
