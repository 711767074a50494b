import { Storage } from '@google-cloud/storage'
import { afterEach, expect, test, vi } from 'vitest'
import { EmulatorError, type GCSEmulatorOptions, startGCSEmulator } from '@caisson/emulators'
import { clientOf, useGCS } from './start.js'

const gcs = useGCS({ buckets: ['data', { name: 'in-europe', location: 'eu' }] })

afterEach(() => vi.unstubAllEnvs())

test('the variables of the environment lead the vendor’s client here', async () => {
  for (const [name, value] of Object.entries(gcs.emulator.env)) vi.stubEnv(name, value)
  const bucket = new Storage({ projectId: 'emulated' }).bucket('data')
  await bucket.file('a/b').save('x')
  await bucket.file('a/c').save('x', { resumable: false })
  expect((await bucket.file('a/b').download())[0].toString()).toBe('x')
  expect((await bucket.getFiles({ prefix: 'a/' }))[0]).toHaveLength(2)
  await bucket.file('a/b').copy(bucket.file('a/d'))
  await bucket.deleteFiles()
  expect(gcs.emulator.journal.unrouted()).toEqual([])
})

test('a reset leaves the buckets of the options, and nothing in them', async () => {
  const storage = clientOf(gcs.emulator)
  await gcs.bucket.file('x').save('x')
  const [session] = await gcs.bucket.file('y').createResumableUpload()
  await storage.createBucket('made-later')
  gcs.emulator.faults.next('*', { status: 503 })
  gcs.emulator.faults.cutUpload(0)
  await gcs.emulator.reset()
  expect(gcs.emulator.journal.last).toBeGreaterThan(0)
  expect(gcs.emulator.journal.entries()).toEqual([])
  expect((await storage.getBuckets())[0].map(({ name }) => name)).toEqual(['data', 'in-europe'])
  expect((await gcs.bucket.getFiles())[0]).toEqual([])
  expect((await fetch(session, { method: 'PUT', body: 'x' })).status).toBe(404)
  const [facts] = await storage.bucket('in-europe').getMetadata()
  expect(facts).toMatchObject({ location: 'EU', locationType: 'multi-region' })
})

test('says where it is and whom it lets in', () => {
  const { url } = gcs.emulator
  expect(gcs.emulator.describe()).toEqual({
    url,
    summary: `Google Cloud Storage emulator at ${url}; lets everybody in`,
  })
})

test('closes once, however often it is asked to', async () => {
  const emulator = await startGCSEmulator({ buckets: ['data'] })
  await clientOf(emulator)
    .bucket('data')
    .file('x')
    .save(Buffer.alloc(1024 * 1024))
  await Promise.all([emulator.close(), emulator.close()])
  await expect(fetch(emulator.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

const wrong: readonly (readonly [string, GCSEmulatorOptions])[] = [
  ['a port', { port: 70_000 }],
  ['a latency', { latencyMs: -1 }],
  ['a page size', { pageSize: 0 }],
  ['a life of tokens', { tokenLifetimeMs: 1.5 }],
  ['a limit of rewrites', { rewriteBytesPerCall: 0 }],
  ['a name of a bucket', { buckets: ['No'] }],
  ['two buckets of one name', { buckets: ['data', { name: 'data' }] }],
  ['an address others can reach', { host: '0.0.0.0' }],
]

test.each(wrong)('refuses %s that it cannot have', async (_, options) => {
  await expect(startGCSEmulator(options)).rejects.toThrow(EmulatorError)
})
