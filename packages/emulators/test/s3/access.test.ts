import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { sendSigned, signAddress } from './support/signed.js'
import { clientFor, clientOf, start } from './support/start.js'

const Bucket = 'data'
const owner = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'secret/of+owner' }

function put(client: S3Client, Key = 'k') {
  return client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))
}

function list(client: S3Client, Prefix?: string) {
  return client.send(new ListObjectsV2Command({ Bucket, Prefix }))
}

const refused = (name: string, httpStatusCode: number) =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode }) as unknown }) as unknown

test('refuses a wrong secret and an unknown key', async () => {
  const emulator = await start({ accounts: [owner] })
  await put(clientFor(emulator, owner))
  const wrong = clientFor(emulator, { ...owner, secretAccessKey: 'secret/of-owner' })
  await expect(list(wrong)).rejects.toEqual(refused('SignatureDoesNotMatch', 403))
  const unknown = clientFor(emulator, { ...owner, accessKeyId: 'AKIAOTHER' })
  await expect(list(unknown)).rejects.toEqual(refused('InvalidAccessKeyId', 403))
})

test('temporary keys need their token, the right one, until it ends', async () => {
  const temporary = { ...owner, sessionToken: 'token/with+signs==' }
  const ended = { accessKeyId: 'ASIAENDED', secretAccessKey: 's', sessionToken: 't', expiresAt: new Date(1) }
  const emulator = await start({ accounts: [temporary, ended] })
  expect(emulator.env['AWS_SESSION_TOKEN']).toBe(temporary.sessionToken)
  await put(clientOf(emulator))
  await expect(list(clientFor(emulator, owner))).rejects.toEqual(refused('InvalidAccessKeyId', 403))
  const wrong = clientFor(emulator, { ...temporary, sessionToken: 'other' })
  await expect(list(wrong)).rejects.toEqual(refused('InvalidToken', 400))
  await expect(list(clientFor(emulator, ended))).rejects.toEqual(refused('ExpiredToken', 400))
  emulator.faults.expireToken(temporary.accessKeyId)
  await expect(list(clientOf(emulator))).rejects.toEqual(refused('ExpiredToken', 400))
  await emulator.reset()
  await list(clientOf(emulator))
  expect(() => emulator.faults.expireToken('none')).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
})

test('a token that belongs to no temporary key is refused', async () => {
  const emulator = await start({ accounts: [owner] })
  const client = clientFor(emulator, { ...owner, sessionToken: 'made up' })
  await expect(list(client)).rejects.toEqual(refused('InvalidToken', 400))
})

test('a wrong region is refused, and the right one named', async () => {
  const emulator = await start({ region: 'eu-west-1', buckets: ['data', { name: 'far-away', region: 'us-west-2' }] })
  const client = clientOf(emulator, { region: 'us-east-1' })
  await expect(list(client)).rejects.toEqual(refused('AuthorizationHeaderMalformed', 400))
  await expect(list(client)).rejects.toMatchObject({ Region: 'eu-west-1' })
  const far = new ListObjectsV2Command({ Bucket: 'far-away' })
  await expect(clientOf(emulator).send(far)).rejects.toEqual(refused('PermanentRedirect', 301))
  await clientOf(emulator, { region: 'us-west-2' }).send(far)
  await clientOf(emulator, { followRegionRedirects: true }).send(far)
  const head = await sendSigned(clientOf(emulator), {
    method: 'HEAD',
    url: `${emulator.url}/far-away`,
    region: 'eu-west-1',
  })
  expect([head.status, head.headers.get('x-amz-bucket-region')]).toEqual([301, 'us-west-2'])
  const malformed = await sendSigned(client, { method: 'HEAD', url: `${emulator.url}/data`, region: 'us-east-1' })
  expect([malformed.status, malformed.headers.get('x-amz-bucket-region')]).toEqual([400, 'eu-west-1'])
})

test('a clock that is wrong by more than a quarter of an hour is refused', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const send = (minutes: number) => {
    const at = new Date(Date.now() + minutes * 60_000)
    return sendSigned(client, { method: 'GET', url: `${emulator.url}/data`, at })
  }
  for (const minutes of [-14, 14]) expect((await send(minutes)).status).toBe(200)
  for (const minutes of [-16, 16]) {
    const response = await send(minutes)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('<Code>RequestTimeTooSkewed</Code>')
  }
})

test('signed addresses work without keys, until they end', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const url = `${emulator.url}/data/a%20b.txt`
  const write = await signAddress(client, { method: 'PUT', url }, 60)
  expect((await fetch(write, { method: 'PUT', body: 'by address' })).status).toBe(200)
  const read = await signAddress(client, { method: 'GET', url: `${url}?response-content-type=text%2Fx` }, 60)
  const response = await fetch(read)
  expect([await response.text(), response.headers.get('content-type')]).toEqual(['by address', 'text/x'])
  const ended = await signAddress(client, { method: 'GET', url, at: new Date(Date.now() - 61_000) }, 60)
  for (const [address, code] of [
    [ended, 'AccessDenied'],
    [read.replace('text%2Fx', 'text%2Fy'), 'SignatureDoesNotMatch'],
    [read.replace('Expires=60', 'Expires=604801'), 'AuthorizationQueryParametersError'],
    [read.replace(/X-Amz-Date=[^&]+&/, ''), 'AuthorizationQueryParametersError'],
    [read.replace('us-east-1', 'mars'), 'AuthorizationHeaderMalformed'],
  ] as const) {
    expect(await (await fetch(address)).text()).toContain(`<Code>${code}</Code>`)
  }
  const paths = emulator.journal
    .entries()
    .map(({ path }) => path)
    .join('\n')
  expect(paths).not.toMatch(/X-Amz-(Signature|Credential)=(?!\*|%2A)/)
})

test('without a signature only public buckets can be read', async () => {
  const emulator = await start({ buckets: ['data', { name: 'public', publicRead: true }] })
  const client = clientOf(emulator)
  await client.send(new PutObjectCommand({ Bucket: 'public', Key: 'k', Body: 'for all' }))
  await put(client)
  const get = async (address: string, init?: RequestInit) => (await fetch(`${emulator.url}${address}`, init)).status
  expect(await (await fetch(`${emulator.url}/public/k`)).text()).toBe('for all')
  expect(await get('/public?list-type=2')).toBe(200)
  expect(await get('/public/none')).toBe(404)
  expect(await get('/public/k', { method: 'PUT', body: 'x' })).toBe(403)
  expect(await get('/public/k', { method: 'DELETE' })).toBe(403)
  expect(await get('/data/k')).toBe(403)
  expect(await get('/data/none')).toBe(403)
  expect(await get('/data')).toBe(403)
  expect(await get('/')).toBe(403)
})

test('other ways to sign are refused', async () => {
  const emulator = await start()
  for (const authorization of ['AWS AKIA:signature', 'Bearer token', 'AWS4-ECDSA-P256-SHA256 Credential=x']) {
    const response = await fetch(`${emulator.url}/data`, { headers: { authorization } })
    expect(await response.text()).toContain('<Code>InvalidRequest</Code>')
  }
  const half = await fetch(`${emulator.url}/data`, { headers: { authorization: 'AWS4-HMAC-SHA256 Signature=x' } })
  expect(await half.text()).toContain('<Code>AuthorizationHeaderMalformed</Code>')
})

test('headers that were added on the way are refused', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const url = `${emulator.url}/data/k`
  await put(client)
  const address = await signAddress(client, { method: 'PUT', url }, 60)
  const response = await fetch(address, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-added': 'y' } })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('<HeadersNotSigned>x-amz-meta-added</HeadersNotSigned>')
})

test('keys for a prefix reach only what is below it', async () => {
  const scoped = { accessKeyId: 'AKIASCOPED', secretAccessKey: 's', buckets: ['data'], prefixes: ['team/'] }
  const emulator = await start({ accounts: [owner, scoped], buckets: ['data', 'other'] })
  const [all, client] = [clientFor(emulator, owner), clientFor(emulator, scoped)]
  for (const key of ['team/a', 'secret', 'teammate']) await put(all, key)
  const denied = refused('AccessDenied', 403)
  expect((await list(client, 'team/')).Contents?.map(({ Key }) => Key)).toEqual(['team/a'])
  await put(client, 'team/b')
  for (const prefix of [undefined, '', 'team', 'secret']) await expect(list(client, prefix)).rejects.toEqual(denied)
  for (const Key of ['secret', 'teammate', 'none']) {
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toEqual(denied)
    await expect(put(client, Key)).rejects.toEqual(denied)
    await expect(client.send(new DeleteObjectCommand({ Bucket, Key }))).rejects.toEqual(denied)
  }
  await expect(client.send(new GetObjectCommand({ Bucket, Key: 'team/none' }))).rejects.toMatchObject({
    name: 'NoSuchKey',
  })
  const steal = new CopyObjectCommand({ Bucket, Key: 'team/stolen', CopySource: 'data/secret' })
  await expect(client.send(steal)).rejects.toEqual(denied)
  const Objects = [{ Key: 'team/b' }, { Key: 'secret' }]
  const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
  expect([Deleted, Errors]).toMatchObject([[{ Key: 'team/b' }], [{ Key: 'secret', Code: 'AccessDenied' }]])
  await expect(client.send(new ListObjectsV2Command({ Bucket: 'other', Prefix: 'team/' }))).rejects.toEqual(denied)
  const head = client.send(new HeadBucketCommand({ Bucket }))
  await expect(head).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
})

test('read-only keys change nothing', async () => {
  const reader = { accessKeyId: 'AKIAREADER', secretAccessKey: 's', readOnly: true }
  const emulator = await start({ accounts: [owner, reader] })
  await put(clientFor(emulator, owner))
  const client = clientFor(emulator, reader)
  await list(client)
  await client.send(new HeadObjectCommand({ Bucket, Key: 'k' }))
  await client.send(new ListBucketsCommand({}))
  await expect(put(client)).rejects.toEqual(refused('AccessDenied', 403))
  await expect(client.send(new DeleteObjectCommand({ Bucket, Key: 'k' }))).rejects.toEqual(refused('AccessDenied', 403))
})
