import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { S3Emulator } from '@caisson/emulators'
import { digestOf } from '../../src/objects/index.js'
import { clientOf, start } from './support/start.js'

const Bucket = 'data'
let emulator: S3Emulator
let client: S3Client

beforeEach(async () => {
  emulator = await start()
  client = clientOf(emulator)
})

function put(Key: string, Body: string | Buffer | Readable, more: Partial<PutObjectCommandInput> = {}) {
  return client.send(new PutObjectCommand({ ...more, Bucket, Key, Body }))
}

async function read(Key: string, Range?: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
  return (await Body?.transformToString()) ?? ''
}

test('writes and reads, with what belongs to an object', async () => {
  const { ETag } = await put('a/b.txt', 'hello', {
    ContentType: 'text/plain',
    CacheControl: 'no-store',
    ContentDisposition: 'attachment; filename="x.txt"',
    Metadata: { owner: 'me', 'two-words': 'a b' },
  })
  expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"')
  const found = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b.txt', ChecksumMode: 'ENABLED' }))
  expect(await found.Body?.transformToString()).toBe('hello')
  expect(found).toMatchObject({
    ETag,
    ContentLength: 5,
    ContentType: 'text/plain',
    CacheControl: 'no-store',
    ContentDisposition: 'attachment; filename="x.txt"',
    Metadata: { owner: 'me', 'two-words': 'a b' },
    ChecksumCRC32: 'NhCmhg==',
  })
  expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'a/b.txt' }))).toMatchObject({ ETag, ContentLength: 5 })
})

test('a missing object, and a missing bucket, are told apart', async () => {
  await expect(read('none')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } })
  const missing = new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'k' })
  await expect(client.send(missing)).rejects.toMatchObject({ name: 'NoSuchBucket' })
  const head = new HeadObjectCommand({ Bucket, Key: 'none' })
  await expect(client.send(head)).rejects.toMatchObject({ name: 'NotFound', $metadata: { httpStatusCode: 404 } })
})

test('reads ranges', async () => {
  await put('k', '0123456789')
  await put('empty', Buffer.alloc(0))
  expect(await read('k', 'bytes=2-4')).toBe('234')
  expect(await read('k', 'bytes=7-')).toBe('789')
  expect(await read('k', 'bytes=-2')).toBe('89')
  expect(await read('k', 'bytes=8-99')).toBe('89')
  expect(await read('k', 'bytes=5-2')).toBe('0123456789')
  const part = await client.send(new GetObjectCommand({ Bucket, Key: 'k', Range: 'bytes=2-4' }))
  expect(part).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3, $metadata: { httpStatusCode: 206 } })
  await part.Body?.transformToByteArray()
  for (const [key, range] of [
    ['k', 'bytes=10-'],
    ['empty', 'bytes=0-'],
    ['k', 'bytes=-0'],
  ] as const) {
    await expect(read(key, range)).rejects.toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 416 } })
  }
})

test('conditions of reading', async () => {
  const { ETag } = await put('k', 'x')
  const get = (more: object) => client.send(new HeadObjectCommand({ Bucket, Key: 'k', ...more }))
  await expect(get({ IfMatch: ETag })).resolves.toMatchObject({ ETag })
  await expect(get({ IfMatch: '"other"' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
  await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
  await expect(get({ IfNoneMatch: '"other"' })).resolves.toMatchObject({ ETag })
  const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
  await expect(get({ IfModifiedSince: after })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
  await expect(get({ IfUnmodifiedSince: before })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
  await expect(get({ IfModifiedSince: before, IfUnmodifiedSince: after })).resolves.toMatchObject({ ETag })
})

test('conditions of writing and deleting', async () => {
  await expect(put('k', 'x', { IfMatch: '"none"' })).rejects.toMatchObject({ name: 'NoSuchKey' })
  const { ETag } = await put('k', 'first', { IfNoneMatch: '*' })
  await expect(put('k', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'PreconditionFailed',
    $metadata: { httpStatusCode: 412 },
  })
  await expect(put('k', 'second', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  await put('k', 'third', { IfMatch: ETag })
  expect(await read('k')).toBe('third')
  const remove = (IfMatch?: string) => client.send(new DeleteObjectCommand({ Bucket, Key: 'k', IfMatch }))
  await expect(remove(ETag)).rejects.toMatchObject({ name: 'PreconditionFailed' })
  await remove('*')
  await expect(remove('*')).rejects.toMatchObject({ name: 'NoSuchKey' })
  await remove()
})

test('of many writers that expect nothing there, one wins', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, number) => put('k', `writer ${number}`, { IfNoneMatch: '*' })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await read('k')).toMatch(/^writer \d+$/)
})

test('sends streams in chunks, with a checksum behind them', async () => {
  const body = Buffer.alloc(200_000, 'stream')
  const pieces = Readable.from([body.subarray(0, 70_000), body.subarray(70_000)], { objectMode: false })
  await put('k', pieces, { ContentLength: body.length, ContentEncoding: 'gzip' })
  const [entry] = emulator.journal.entries({ route: 'PutObject' })
  expect(entry?.headers['x-amz-content-sha256']).toBe('STREAMING-UNSIGNED-PAYLOAD-TRAILER')
  const found = await client.send(new GetObjectCommand({ Bucket, Key: 'k' }))
  expect(found.ContentEncoding).toBe('gzip')
  expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true)
})

test('refuses content that does not fit its checksum', async () => {
  for (const more of [
    { ContentMD5: Buffer.alloc(16).toString('base64') },
    { ChecksumSHA1: Buffer.alloc(20).toString('base64') },
    { ChecksumSHA256: Buffer.alloc(32).toString('base64') },
    { ChecksumCRC32C: 'AAAAAA==' },
    { ChecksumCRC64NVME: 'AAAAAAAAAAA=' },
  ]) {
    await expect(put('k', 'hello', more)).rejects.toMatchObject({ name: 'BadDigest' })
  }
  await expect(put('k', 'hello', { ContentMD5: 'short' })).rejects.toMatchObject({ name: 'InvalidDigest' })
  await put('k', 'hello', { ChecksumCRC32C: 'mnG7TA==' })
})

test('copies', async () => {
  await put('from', 'content', { ContentType: 'text/x', Metadata: { a: '1' } })
  const copy = (Key: string, more: object = {}) =>
    client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/from`, ...more }))
  const { CopyObjectResult } = await copy('to')
  expect(CopyObjectResult?.ETag).toBe('"9a0364b9e99bb480dd25e1f0284c8555"')
  const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }))
  expect(await head('to')).toMatchObject({ ContentType: 'text/x', Metadata: { a: '1' } })
  await copy('to', { MetadataDirective: 'REPLACE', Metadata: { b: '2' } })
  expect((await head('to')).Metadata).toEqual({ b: '2' })
  await expect(copy('from')).rejects.toMatchObject({ name: 'InvalidRequest' })
  await copy('from', { MetadataDirective: 'REPLACE', ContentType: 'text/y' })
  expect(await head('from')).toMatchObject({ ContentType: 'text/y', Metadata: {} })
  await expect(copy('to', { CopySourceIfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  await expect(copy('to', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  const summed = await copy('sum', { ChecksumAlgorithm: 'CRC32C' })
  expect(summed.CopyObjectResult?.ChecksumCRC32C).toBe(digestOf('crc32c', Buffer.from('content')).toString('base64'))
  await expect(copy('x', { CopySource: `${Bucket}/none` })).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(copy('x', { CopySource: 'nobucket/from' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
})

test('deletes many, and tells each that fails', async () => {
  for (const key of ['a', 'b & <c>', 'd']) await put(key, 'x')
  emulator.faults.denyKey(Bucket, 'd')
  const Objects = ['a', 'b & <c>', 'missing', 'd'].map((Key) => ({ Key }))
  const loud = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
  expect(loud.Deleted?.map(({ Key }) => Key)).toEqual(['a', 'b & <c>', 'missing'])
  expect(loud.Errors).toMatchObject([{ Key: 'd', Code: 'AccessDenied' }])
  const quiet = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
  expect(quiet.Deleted).toBeUndefined()
  expect(quiet.Errors).toHaveLength(1)
  const many = Array.from({ length: 1001 }, (_, number) => ({ Key: String(number) }))
  const tooMany = client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: many } }))
  await expect(tooMany).rejects.toMatchObject({ name: 'MalformedXML' })
})
