import {
  GetObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { clientOf, start } from './support/start.js'

const Bucket = 'data'

async function fill(client: S3Client, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))))
}

async function walk(client: S3Client, more: Partial<ListObjectsV2CommandInput> = {}): Promise<string[][]> {
  const pages: string[][] = []
  for await (const page of paginateListObjectsV2({ client }, { Bucket, ...more })) {
    const keys = (page.Contents ?? []).map(({ Key = '' }) => Key)
    const prefixes = (page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix)
    expect(page.KeyCount).toBe(keys.length + prefixes.length)
    pages.push([...keys, ...prefixes])
  }
  return pages
}

const keys = ['a', 'a/b', 'a/c/d', 'a/c/e', 'b/', 'b/x', 'c', 'd/e/f']

test('the second version: pages, prefixes, and where to begin', async () => {
  const client = clientOf(await start({ pageSize: 3 }))
  expect(await walk(client)).toEqual([[]])
  await fill(client, ...keys)
  expect(await walk(client)).toEqual([
    ['a', 'a/b', 'a/c/d'],
    ['a/c/e', 'b/', 'b/x'],
    ['c', 'd/e/f'],
  ])
  expect(await walk(client, { Delimiter: '/' })).toEqual([
    ['a', 'a/', 'b/'],
    ['c', 'd/'],
  ])
  expect(await walk(client, { Delimiter: '/', Prefix: 'a/' })).toEqual([['a/b', 'a/c/']])
  expect(await walk(client, { StartAfter: 'b/', MaxKeys: 2 })).toEqual([['b/x', 'c'], ['d/e/f']])
  const none = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }))
  expect(none).toMatchObject({ IsTruncated: false, KeyCount: 0, MaxKeys: 0 })
})

test('the first version, with markers', async () => {
  const client = clientOf(await start({ pageSize: 3 }))
  await fill(client, ...keys)
  const list = (Marker?: string) => client.send(new ListObjectsCommand({ Bucket, Delimiter: '/', Marker }))
  const first = await list()
  expect(first).toMatchObject({
    IsTruncated: true,
    NextMarker: 'b/',
    CommonPrefixes: [{ Prefix: 'a/' }, { Prefix: 'b/' }],
  })
  expect(first.Contents?.[0]).toMatchObject({
    Key: 'a',
    Size: 1,
    ETag: '"9dd4e461268c8034f5c8564e155c67a6"',
    StorageClass: 'STANDARD',
  })
  const second = await list(first.NextMarker)
  expect(second).toMatchObject({ IsTruncated: false, Marker: 'b/', CommonPrefixes: [{ Prefix: 'd/' }] })
  expect(second.Contents?.map(({ Key }) => Key)).toEqual(['c'])
  const flat = await client.send(new ListObjectsCommand({ Bucket }))
  expect(flat).toMatchObject({ IsTruncated: true })
  expect(flat.NextMarker).toBeUndefined()
})

test('refuses what cannot be a page', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const list = (more: Partial<ListObjectsV2CommandInput>) => client.send(new ListObjectsV2Command({ Bucket, ...more }))
  await expect(list({ MaxKeys: -1 })).rejects.toMatchObject({ name: 'InvalidArgument' })
  await expect(list({ ContinuationToken: 'made up' })).rejects.toMatchObject({ name: 'InvalidArgument' })
  await expect(list({ Bucket: 'no-such-bucket' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
})

const hostile = [
  'plain',
  'a b',
  'a+b',
  'a%20b',
  '100%',
  'ünïcödé/😀',
  '\uFFFD-replacement',
  'line\nbreak',
  'return\rcarriage',
  'tab\there',
  '<tag attribute="1">&amp;</tag>',
  "it's",
  '../up',
  'a/../b',
  './here',
  '//two//slashes//',
  'trailing/',
  '?query=1&b#hash',
  'back\\slash',
  '*~!()',
  `${'x'.repeat(1023)}y`,
  'é'.repeat(512),
]

test('hostile names are what they are, in requests and in listings', async () => {
  const client = clientOf(await start({ pageSize: 4 }))
  for (const Key of hostile) await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(Key) }))
  const byBytes = hostile.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect((await walk(client)).flat()).toEqual(byBytes)
  for (const Key of hostile) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(await Body?.transformToString()).toBe(Key)
  }
  const tooLong = client.send(new PutObjectCommand({ Bucket, Key: 'é'.repeat(513), Body: 'x' }))
  await expect(tooLong).rejects.toMatchObject({ name: 'KeyTooLongError' })
})

test('names that XML cannot hold are listed encoded', async () => {
  const client = clientOf(await start())
  const name = 'control\u0001\u001F and +%~*/é'
  await fill(client, name)
  const found = await client.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url', Prefix: 'control\u0001' }))
  expect(found).toMatchObject({ EncodingType: 'url', Prefix: 'control%01' })
  const [encoded = ''] = found.Contents?.map(({ Key = '' }) => Key) ?? []
  expect(encoded).toBe('control%01%1F+and+%2B%25%7E*/%C3%A9')
  expect(decodeURIComponent(encoded.replaceAll('+', ' '))).toBe(name)
})
