import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  type CompletedPart,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { beforeEach, expect, test } from 'vitest'
import type { S3Emulator } from '@caisson/emulators'
import { clientOf, start } from './support/start.js'

const target = { Bucket: 'data', Key: 'big' } as const
const mebibyte = 1024 * 1024
const smallestPartBytes = 1000
const [one, two] = [Buffer.alloc(smallestPartBytes, '1'), Buffer.alloc(10, '2')]

let emulator: S3Emulator
let client: S3Client

beforeEach(async () => {
  emulator = await start({ smallestPartBytes, largestCopyBytes: 5000, pageSize: 2 })
  client = clientOf(emulator)
})

async function begin(more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ ...target, ...more }))
  return UploadId
}

async function send(UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }))
  return { PartNumber, ETag }
}

function complete(UploadId: string, Parts: CompletedPart[], more: Partial<CompleteMultipartUploadCommandInput> = {}) {
  return client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts }, ...more }))
}

async function read(Key: string = target.Key): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ ...target, Key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

test('joins parts in order, whatever the order they came in', async () => {
  const id = await begin({ ContentType: 'text/x', Metadata: { a: '1' } })
  const second = await send(id, 7, two)
  const replaced = await send(id, 2, Buffer.alloc(smallestPartBytes, 'x'))
  const first = await send(id, 2, one)
  await expect(complete(id, [replaced, second])).rejects.toMatchObject({ name: 'InvalidPart' })
  await expect(read()).rejects.toMatchObject({ name: 'NoSuchKey' })
  const { ETag } = await complete(id, [first, second])
  expect(ETag).toBe(`"${md5(md5(one), md5(two)).toString('hex')}-2"`)
  expect((await read()).equals(Buffer.concat([one, two]))).toBe(true)
  await expect(complete(id, [first, second])).rejects.toMatchObject({ name: 'NoSuchUpload' })
  const found = await client.send(new GetObjectCommand(target))
  expect(found).toMatchObject({ ETag, ContentType: 'text/x', Metadata: { a: '1' } })
  await found.Body?.transformToByteArray()
})

test('refuses parts that are too small, out of order or missing', async () => {
  const id = await begin()
  const [first, second] = [await send(id, 1, two), await send(id, 2, two)]
  await expect(complete(id, [first, second])).rejects.toMatchObject({ name: 'EntityTooSmall' })
  await expect(complete(id, [second, first])).rejects.toMatchObject({ name: 'InvalidPartOrder' })
  await expect(complete(id, [{ ...first, PartNumber: 3 }])).rejects.toMatchObject({ name: 'InvalidPart' })
  await expect(send(id, 10_001, two)).rejects.toMatchObject({ name: 'InvalidArgument' })
  await expect(send('made-up', 1, two)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  await complete(id, [second])
})

test('nothing is left of an upload that is given up', async () => {
  const id = await begin()
  await send(id, 1, one)
  const abort = () => client.send(new AbortMultipartUploadCommand({ ...target, UploadId: id }))
  await abort()
  await expect(abort()).rejects.toMatchObject({ name: 'NoSuchUpload' })
  expect((await client.send(new ListMultipartUploadsCommand({ Bucket: 'data' }))).Uploads).toBeUndefined()
})

test('conditions hold at the end of an upload', async () => {
  const id = await begin()
  const part = await send(id, 1, one)
  const { ETag } = await client.send(new PutObjectCommand({ ...target, Body: 'in between' }))
  await expect(complete(id, [part], { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  await expect(complete(id, [part], { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  expect((await read()).toString()).toBe('in between')
  await complete(id, [part], { IfMatch: ETag })
  expect((await read()).equals(one)).toBe(true)
})

test('copies into parts, and refuses to copy too much at once', async () => {
  const source = Buffer.alloc(6000, 'abcdefg')
  await client.send(new PutObjectCommand({ Bucket: 'data', Key: 'from', Body: source }))
  const whole = client.send(new CopyObjectCommand({ ...target, CopySource: 'data/from' }))
  await expect(whole).rejects.toMatchObject({ name: 'InvalidRequest' })
  const id = await begin()
  const copy = async (PartNumber: number, range?: string): Promise<CompletedPart> => {
    const command = { ...target, UploadId: id, PartNumber, CopySource: 'data/from', CopySourceRange: range }
    const { CopyPartResult } = await client.send(new UploadPartCopyCommand(command))
    return { PartNumber, ETag: CopyPartResult?.ETag }
  }
  await expect(copy(1)).rejects.toMatchObject({ name: 'InvalidRequest' })
  await expect(copy(1, 'bytes=0-6000')).rejects.toMatchObject({ name: 'InvalidArgument' })
  await expect(copy(1, 'bytes=-5')).rejects.toMatchObject({ name: 'InvalidArgument' })
  const parts = [await copy(1, 'bytes=0-4999'), await copy(2, 'bytes=5000-5999')]
  await complete(id, parts)
  expect((await read()).equals(source)).toBe(true)
})

test('a copy of an object in parts is a whole', async () => {
  const id = await begin({ ChecksumAlgorithm: 'SHA256' })
  await complete(id, [await send(id, 1, one), await send(id, 2, two)])
  const { CopyObjectResult } = await client.send(
    new CopyObjectCommand({ Bucket: 'data', Key: 'copy', CopySource: 'data/big' }),
  )
  expect(CopyObjectResult?.ETag).toBe(`"${md5(one, two).toString('hex')}"`)
})

test('lists parts and uploads in pages', async () => {
  const id = await begin()
  for (const number of [1, 2, 3]) await send(id, number, one)
  const parts = (marker?: string) =>
    client.send(new ListPartsCommand({ ...target, UploadId: id, PartNumberMarker: marker }))
  const first = await parts()
  expect(first).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' })
  expect(first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 1000],
    [2, 1000],
  ])
  expect((await parts(first.NextPartNumberMarker)).Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3])
  await Promise.all(['a', 'c'].map((Key) => begin({ Key })))
  const uploads = await client.send(new ListMultipartUploadsCommand({ Bucket: 'data' }))
  expect(uploads).toMatchObject({ IsTruncated: true, NextKeyMarker: 'big', NextUploadIdMarker: id })
  const rest = await client.send(
    new ListMultipartUploadsCommand({ Bucket: 'data', KeyMarker: 'big', UploadIdMarker: id, Prefix: 'c' }),
  )
  expect(rest.Uploads?.map(({ Key }) => Key)).toEqual(['c'])
})

test('checksums of parts and of the whole', async () => {
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const id = await begin({ ChecksumAlgorithm: 'SHA256' })
  const send256 = async (PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
    const command = { ...target, UploadId: id, PartNumber, Body, ChecksumAlgorithm: 'SHA256' } as const
    const { ETag, ChecksumSHA256 } = await client.send(new UploadPartCommand(command))
    expect(ChecksumSHA256).toBe(sha(Body).toString('base64'))
    return { PartNumber, ETag, ChecksumSHA256 }
  }
  const [first, second] = [await send256(1, one), await send256(2, two)]
  const wrong = { ...second, ChecksumSHA256: sha(one).toString('base64') }
  await expect(complete(id, [first, wrong])).rejects.toMatchObject({ name: 'InvalidPart' })
  const composite = `${sha(Buffer.concat([sha(one), sha(two)])).toString('base64')}-2`
  expect(await complete(id, [first, second])).toMatchObject({ ChecksumSHA256: composite, ChecksumType: 'COMPOSITE' })
  const full = await begin({ ChecksumAlgorithm: 'CRC64NVME' })
  const part = await send(full, 1, Buffer.from('123456789'))
  expect(await complete(full, [part])).toMatchObject({ ChecksumCRC64NVME: 'rosUhgp5mIg=', ChecksumType: 'FULL_OBJECT' })
  const bad = client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA1', ChecksumType: 'FULL_OBJECT' }),
  )
  await expect(bad).rejects.toMatchObject({ name: 'InvalidRequest' })
})

test('the vendor’s own uploader sends a stream of unknown length', async () => {
  const large = clientOf(await start({ buckets: ['other'] }))
  const content = Buffer.alloc(12 * mebibyte + 5, 'content of the stream ')
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let offset = 0; offset < content.length; offset += 100_000) yield content.subarray(offset, offset + 100_000)
  }
  const Body = Readable.from(pieces(), { objectMode: false })
  await new Upload({ client: large, params: { Bucket: 'other', Key: 'k', Body }, partSize: 5 * mebibyte }).done()
  const found = await large.send(new GetObjectCommand({ Bucket: 'other', Key: 'k', ChecksumMode: 'ENABLED' }))
  expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true)
  expect(found.ETag).toMatch(/-3"$/)
})
