import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { clientOf, useGCS } from './start.js'

const gcs = useGCS({ rewriteBytesPerCall: 1024 * 1024, pageSize: 3 })

test('[M02] writes and reads an object, in one request and in a session', async () => {
  for (const resumable of [false, true]) {
    const file = gcs.bucket.file('dir/näme.txt')
    const content = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), randomBytes(2000)])
    await file.save(content, {
      resumable,
      contentType: 'text/x',
      metadata: { metadata: { a: 'ü' }, cacheControl: 'no-store' },
    })
    const [read] = await file.download()
    expect(read.equals(content)).toBe(true)
    const [facts] = await file.getMetadata()
    expect(facts).toMatchObject({
      name: 'dir/näme.txt',
      size: '2003',
      contentType: 'text/x',
      cacheControl: 'no-store',
      metadata: { a: 'ü' },
      md5Hash: createHash('md5').update(content).digest('base64'),
      metageneration: '1',
    })
    expect(Number(facts.generation)).toBeGreaterThan(1e15)
  }
  expect(gcs.emulator.journal.routes()).toEqual({
    'GET /storage/v1/b/{bucket}/o/{object}': 2,
    'GET /storage/v1/b/{bucket}/o/{object}?alt=media': 2,
    'POST /upload/storage/v1/b/{bucket}/o?uploadType=multipart': 1,
    'POST /upload/storage/v1/b/{bucket}/o?uploadType=resumable': 1,
    'PUT /upload/storage/v1/b/{bucket}/o?upload_id': 1,
  })
})

const megabyte = 1024 * 1024

test.each([
  { title: 'in one piece', sizeBytes: 32 * megabyte, options: {} },
  { title: 'in chunks', sizeBytes: 9 * megabyte, options: { chunkSize: 4 * megabyte } },
  { title: 'in one request', sizeBytes: 9 * megabyte, options: { resumable: false } },
])(
  '[M02] streams a large object and reads ranges of it: $title',
  async ({ sizeBytes, options }) => {
    const content = randomBytes(sizeBytes)
    const file = gcs.bucket.file('large.bin')
    const pieces = Array.from({ length: sizeBytes / megabyte }, (_, at) =>
      content.subarray(at * megabyte, (at + 1) * megabyte),
    )
    await pipeline(Readable.from(pieces), file.createWriteStream(options))
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
    const [middle] = await file.download({ start: 5_000_000, end: 5_000_099 })
    expect(middle.equals(content.subarray(5_000_000, 5_000_100))).toBe(true)
    const [tail] = await file.download({ start: sizeBytes - 10 })
    expect(tail.equals(content.subarray(-10))).toBe(true)
    await expect(file.download({ start: sizeBytes })).rejects.toMatchObject({ code: 416 })
  },
  60_000,
)

test('writes nothing, empty objects and compressed ones', async () => {
  for (const resumable of [false, true]) {
    const file = gcs.bucket.file('empty')
    await file.save('', { resumable })
    expect((await file.download())[0]).toHaveLength(0)
  }
  await gcs.bucket.file('packed').save('a'.repeat(10_000), { gzip: true, resumable: false })
  const [facts] = await gcs.bucket.file('packed').getMetadata()
  expect(facts.contentEncoding).toBe('gzip')
  expect(Number(facts.size)).toBeLessThan(1000)
  expect((await gcs.bucket.file('packed').download())[0].toString()).toBe('a'.repeat(10_000))
  const plain = await fetch(`${gcs.emulator.url}/storage/v1/b/data/o/packed?alt=media`, {
    headers: { 'accept-encoding': 'identity' },
  })
  expect(await plain.text()).toBe('a'.repeat(10_000))
})

test('lists in pages with prefix and delimiter, in the order of bytes', async () => {
  const names = ['a', 'b/1', 'b/2', 'b/c/3', 'b/', 'd', '\u{1F600}', '\uFFFD'].toSorted(() => 1)
  for (const name of names) await gcs.bucket.file(name).save(name, { resumable: false })
  const before = gcs.emulator.journal.last
  const [all] = await gcs.bucket.getFiles({ autoPaginate: true })
  expect(all.map(({ name }) => name)).toEqual(['a', 'b/', 'b/1', 'b/2', 'b/c/3', 'd', '\uFFFD', '\u{1F600}'])
  expect(gcs.emulator.journal.count({ after: before })).toBe(3)
  const [files, , answer] = await gcs.bucket.getFiles({ prefix: 'b/', delimiter: '/', autoPaginate: false })
  expect(files.map(({ name }) => name)).toEqual(['b/', 'b/1', 'b/2'])
  expect(answer).toMatchObject({ nextPageToken: expect.any(String) })
  const [top, , topAnswer] = await gcs.bucket.getFiles({
    delimiter: '/',
    includeTrailingDelimiter: true,
    autoPaginate: false,
  })
  expect(top.map(({ name }) => name)).toEqual(['a', 'd', 'b/'])
  expect(topAnswer).toMatchObject({ prefixes: ['b/'] })
  const [some] = await gcs.bucket.getFiles({ startOffset: 'b/2', endOffset: 'd' })
  expect(some.map(({ name }) => name)).toEqual(['b/2', 'b/c/3'])
})

test('copies, rewrites in steps, moves, joins and deletes', async () => {
  const content = randomBytes(2.5 * 1024 * 1024)
  const file = gcs.bucket.file('from')
  await file.save(content, { contentType: 'text/y' })
  const before = gcs.emulator.journal.last
  await file.copy(gcs.bucket.file('to'))
  const route = 'POST /storage/v1/b/{bucket}/o/{object}/rewriteTo/b/{destinationBucket}/o/{destinationObject}'
  expect(gcs.emulator.journal.count({ after: before, route })).toBe(3)
  const [copy] = await gcs.bucket.file('to').getMetadata()
  expect(copy).toMatchObject({ size: String(content.length), contentType: 'text/y' })
  await gcs.bucket.file('to').moveFileAtomic('moved')
  expect(await gcs.bucket.file('to').exists()).toEqual([false])
  await gcs.bucket.combine(['from', 'moved'], 'joined')
  expect((await gcs.bucket.file('joined').download())[0].equals(Buffer.concat([content, content]))).toBe(true)
  await gcs.bucket.file('from').delete()
  await expect(gcs.bucket.file('from').delete()).rejects.toMatchObject({ code: 404 })
  await gcs.bucket.file('from').delete({ ignoreNotFound: true })
  expect((await gcs.bucket.getFiles())[0].map(({ name }) => name)).toEqual(['joined', 'moved'])
})

test('buckets are made, listed and removed when empty', async () => {
  const storage = clientOf(gcs.emulator)
  const [made] = await storage.createBucket('more-data', { location: 'eu' })
  expect(made.metadata.location).toBe('EU')
  await expect(storage.createBucket('more-data')).rejects.toMatchObject({ code: 409 })
  expect((await storage.getBuckets())[0].map(({ name }) => name)).toEqual(['data', 'more-data'])
  await made.file('x').save('x', { resumable: false })
  await expect(made.delete()).rejects.toMatchObject({ code: 409 })
  await made.deleteFiles()
  await made.delete()
  expect(await made.exists()).toEqual([false])
  await expect(made.file('x').save('x')).rejects.toMatchObject({ code: 404 })
  await expect(made.getFiles()).rejects.toMatchObject({ code: 404 })
})
