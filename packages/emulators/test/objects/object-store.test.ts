import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bucket, Content, ObjectStore } from '../../src/objects/index.js'

let directory = ''
let store: ObjectStore<undefined>
let bucket: Bucket<undefined>

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-objects-'))
  store = new ObjectStore({ directory })
  bucket = store.createBucket('data', undefined)
})

afterEach(async () => {
  store.clear()
  await rm(directory, { recursive: true })
})

async function* pieces(...parts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

async function put(key: string, ...parts: readonly (string | Buffer)[]) {
  const { content, digests } = await store.receive(pieces(...parts), ['md5'])
  const etag = digests.md5?.toString('hex') ?? ''
  return bucket.put(key, { content, etag, digests, contentType: 'text/plain', metadata: {}, attributes: {} })
}

const large = Buffer.alloc(3_000_001, 'abcdefg')

test('keeps small and large contents, the latter in files without names', async () => {
  const small = await put('small', 'one', 'two')
  const big = await put('big', large.subarray(0, 1_000_000), large.subarray(1_000_000))
  expect((await buffer(small.content.stream())).toString()).toBe('onetwo')
  expect(small.etag).toBe(createHash('md5').update('onetwo').digest('hex'))
  expect((await buffer(big.content.stream())).equals(large)).toBe(true)
  expect((await buffer(big.content.stream(999_990, 1_000_010))).equals(large.subarray(999_990, 1_000_010))).toBe(true)
  expect(await readdir(directory)).toEqual([])
})

test('a reader gets what it began to read, whatever is written meanwhile', async () => {
  const { content } = await put('big', large)
  const stream = content.stream()
  await put('big', 'other')
  bucket.delete('big')
  expect((await buffer(stream)).equals(large)).toBe(true)
})

test('joins and cuts contents without copying them', async () => {
  const first = await put('first', large)
  const second = await put('second', 'end')
  const end = first.content.slice(2_999_990)
  const joined = Content.join([end, second.content])
  end.release()
  bucket.clear()
  const expected = Buffer.concat([large.subarray(2_999_990), Buffer.from('end')])
  expect((await buffer(joined.stream())).equals(expected)).toBe(true)
  expect(await store.digest(joined, ['md5'])).toEqual({ md5: createHash('md5').update(expected).digest() })
  joined.release()
})

/** Files of objects that this process still holds. */
async function heldFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(directory))
}

test.skipIf(process.platform !== 'linux')(
  'holds no file longer than something needs it (looks into /proc)',
  async () => {
    const { content } = await put('a', large)
    await put('b', large)
    expect(await heldFiles()).toHaveLength(2)
    const stream = content.stream()
    const kept = content.slice(5, 10)
    for (let count = 0; count < 5; count += 1) await put('a', large)
    bucket.delete('b')
    await expect.poll(heldFiles).toHaveLength(2)
    stream.destroy()
    kept.release()
    store.clear()
    await expect.poll(heldFiles).toEqual([])
  },
)

test('leaves nothing of a source that fails', async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield large
    throw new RangeError('over')
  }
  await expect(store.receive(failing(), [])).rejects.toThrow(RangeError)
  expect(await readdir(directory)).toEqual([])
})

test('generations grow over all objects, metagenerations within one', async () => {
  const first = await put('a', '1')
  const second = await put('b', '2')
  expect(second.generation).toBeGreaterThan(first.generation)
  expect(bucket.patch('a', { metadata: { x: 'y' } })).toMatchObject({
    generation: first.generation,
    metageneration: 2,
    metadata: { x: 'y' },
    contentType: 'text/plain',
  })
  expect(bucket.patch('missing', {})).toBeUndefined()
})

test('of writers at the same time, with the condition that nothing is there, one wins', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, number) => {
      const { content, digests } = await store.receive(pieces(large.subarray(0, 300_000), String(number)), ['md5'])
      const draft = { content, etag: '', digests, contentType: '', metadata: {}, attributes: {} }
      return bucket.put('one', draft, (current) => {
        if (current !== undefined) throw new RangeError('exists')
      })
    }),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('uploads keep the latest part of a number, in order', async () => {
  const upload = bucket.uploads.start('k', { contentType: '', metadata: {}, attributes: {} })
  for (const [number, text] of [
    [2, 'two'],
    [1, 'one'],
    [2, 'TWO'],
  ] as const) {
    const { content, digests } = await store.receive(pieces(text), [])
    expect(bucket.uploads.addPart(upload.id, { number, content, etag: text, digests })).toBe(true)
  }
  expect(bucket.uploads.find(upload.id)?.parts.map(({ etag }) => etag)).toEqual(['one', 'TWO'])
  expect(bucket.uploads.remove(upload.id)).toBe(true)
  expect(bucket.uploads.remove(upload.id)).toBe(false)
})
