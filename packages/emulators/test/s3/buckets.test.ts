import { Agent } from 'node:http'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketAclCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { clientOf, start } from './support/start.js'

const Bucket = 'data'

test('makes, finds and removes buckets', async () => {
  const client = clientOf(await start())
  await client.send(new CreateBucketCommand({ Bucket: 'new-one' }))
  await client.send(
    new CreateBucketCommand({ Bucket: 'far', CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } }),
  )
  const { Buckets } = await client.send(new ListBucketsCommand({}))
  expect(Buckets?.map(({ Name, BucketRegion }) => [Name, BucketRegion])).toEqual([
    ['data', 'us-east-1'],
    ['far', 'eu-west-1'],
    ['new-one', 'us-east-1'],
  ])
  expect(await client.send(new HeadBucketCommand({ Bucket }))).toMatchObject({ BucketRegion: 'us-east-1' })
  expect((await client.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBeUndefined()
  await client.send(new PutObjectCommand({ Bucket: 'new-one', Key: 'k', Body: 'x' }))
  const remove = (name: string) => client.send(new DeleteBucketCommand({ Bucket: name }))
  await expect(remove('new-one')).rejects.toMatchObject({ name: 'BucketNotEmpty' })
  await expect(remove('none-such')).rejects.toMatchObject({ name: 'NoSuchBucket' })
  const again = client.send(new CreateBucketCommand({ Bucket: 'new-one' }))
  await expect(again).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' })
  const missing = client.send(new HeadBucketCommand({ Bucket: 'none-such' }))
  await expect(missing).rejects.toMatchObject({ name: 'NotFound', $metadata: { httpStatusCode: 404 } })
})

test.each(['ab', 'Capital', '-x-', 'a..b', '192.168.1.1', 'under_score', 'xn--a', `a${'b'.repeat(63)}`])(
  'refuses a bucket named %s',
  async (name) => {
    const client = clientOf(await start())
    await expect(client.send(new CreateBucketCommand({ Bucket: name }))).rejects.toMatchObject({
      name: 'InvalidBucketName',
    })
  },
)

test('buckets have hosts of their own', async () => {
  const emulator = await start({ hostSuffixes: ['s3.test'], buckets: ['data', 'dotted.name'] })
  const { port } = new URL(emulator.url)
  // No name server knows these hosts.
  const httpAgent = new Agent({
    lookup: (_name, { all }, done) =>
      all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  for (const host of ['localhost', 's3.test']) {
    const endpoint = `http://${host}:${port}`
    const client = clientOf(emulator, { endpoint, forcePathStyle: false, requestHandler: { httpAgent } })
    for (const name of ['data', 'dotted.name']) {
      await client.send(new PutObjectCommand({ Bucket: name, Key: 'a/b c', Body: host }))
      const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: 'a/b c' }))
      expect(await Body?.transformToString()).toBe(host)
      expect((await client.send(new ListObjectsV2Command({ Bucket: name }))).KeyCount).toBe(1)
    }
  }
  const hosts = new Set(emulator.journal.entries().map(({ headers }) => headers['host']))
  expect(hosts).toContain(`data.s3.test:${port}`)
})

test('names what it does not know', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const unknown = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } }
  await expect(client.send(new GetBucketAclCommand({ Bucket }))).rejects.toMatchObject({ ...unknown, Header: '?acl' })
  await expect(client.send(new GetObjectTaggingCommand({ Bucket, Key: 'k' }))).rejects.toMatchObject({
    ...unknown,
    Header: '?tagging',
  })
  const put = (more: Partial<PutObjectCommandInput>) =>
    client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x', ...more }))
  await expect(put({ ServerSideEncryption: 'AES256' })).rejects.toMatchObject(unknown)
  await expect(put({ StorageClass: 'GLACIER' })).rejects.toMatchObject({
    ...unknown,
    Header: 'x-amz-storage-class: GLACIER',
  })
  await expect(put({ ACL: 'public-read' })).rejects.toMatchObject(unknown)
  await expect(put({ Metadata: { big: 'x'.repeat(2048) } })).rejects.toMatchObject({ name: 'MetadataTooLarge' })
  await expect(put({ ExpectedBucketOwner: '1' })).rejects.toMatchObject({
    ...unknown,
    Header: 'x-amz-expected-bucket-owner',
  })
  const part = client.send(new GetObjectCommand({ Bucket, Key: 'k', PartNumber: 1 }))
  await expect(part).rejects.toMatchObject({ ...unknown, Header: '?partNumber' })
  await put({ ACL: 'private', StorageClass: 'STANDARD' })
  expect(emulator.journal.unrouted().map(({ route }) => route)).toEqual([
    'GET /{bucket}?acl',
    'GET /{bucket}/{key}?tagging',
  ])
  const patch = await fetch(`${emulator.url}/data/k`, { method: 'PATCH' })
  expect([patch.status, await patch.text()]).toEqual([405, expect.stringContaining('<Code>MethodNotAllowed</Code>')])
  const address = await fetch(`${emulator.url}/data/%FF`)
  expect([address.status, await address.text()]).toEqual([400, expect.stringContaining('<Code>InvalidURI</Code>')])
})
