import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { S3Emulator } from '@caisson/emulators'
import { digestOf } from '../../src/objects/index.js'
import { SigningKey } from '../../src/s3/signing/signing-key.js'
import { signHeaders } from './support/signed.js'
import { clientOf, start } from './support/start.js'

const content = Buffer.alloc(20_000, 'chunk')
const chunks = [content.subarray(0, 8192), content.subarray(8192, 16_384), content.subarray(16_384), Buffer.alloc(0)]
const checksum = `x-amz-checksum-crc32c:${digestOf('crc32c', content).toString('base64')}`

let emulator: S3Emulator
let client: S3Client

beforeEach(async () => {
  emulator = await start({ largestPutBytes: 1_000_000 })
  client = clientOf(emulator)
})

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function read(): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'data', Key: 'k' }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

interface Chunked {
  readonly mode: string
  readonly trailer?: string
  /** Changes the body before it is sent. */
  readonly change?: (body: Buffer) => Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** A chain of signatures that begins with the one of the request's headers. */
function signerOf(headers: Readonly<Record<string, string>>): (kind: string, ...lines: string[]) => string {
  const authorization = headers['authorization'] ?? ''
  const [, date = '', region = ''] = /Credential=[^/]+\/(\d+)\/([^/]+)\//.exec(authorization) ?? []
  const secret = emulator.env['AWS_SECRET_ACCESS_KEY'] ?? ''
  const key = new SigningKey(secret, { date, region, service: 's3' }, headers['x-amz-date'] ?? '')
  let previous = /Signature=(\w+)/.exec(authorization)?.[1] ?? ''
  return (kind, ...lines) => {
    previous = key.sign(kind, previous, ...lines)
    return previous
  }
}

function encode(headers: Readonly<Record<string, string>>, { mode, trailer }: Chunked): Buffer {
  const sign = signerOf(headers)
  const isSigned = mode.includes('HMAC')
  const parts = chunks.flatMap((chunk) => {
    const signature = isSigned ? `;chunk-signature=${sign('AWS4-HMAC-SHA256-PAYLOAD', sha256(''), sha256(chunk))}` : ''
    const isLast = chunk.length === 0
    return [`${chunk.length.toString(16)}${signature}\r\n`, chunk, isLast ? '' : '\r\n']
  })
  if (trailer !== undefined) {
    parts.push(`${trailer}\r\n`)
    if (isSigned) parts.push(`x-amz-trailer-signature:${sign('AWS4-HMAC-SHA256-TRAILER', sha256(`${trailer}\n`))}\r\n`)
  }
  parts.push('\r\n')
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

async function sendChunked(chunked: Chunked): Promise<Response> {
  const { mode, trailer, change = (body) => body, headers = {} } = chunked
  const url = `${emulator.url}/data/k`
  const { host: _host, ...signed } = await signHeaders(client, {
    method: 'PUT',
    url,
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-content-sha256': mode,
      'x-amz-decoded-content-length': String(content.length),
      ...(trailer === undefined ? {} : { 'x-amz-trailer': trailer.split(':')[0] ?? '' }),
      ...headers,
    },
  })
  return fetch(url, { method: 'PUT', headers: signed, body: change(encode(signed, chunked)) })
}

const signedChunks = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
const signedTrailer = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'
const unsignedTrailer = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'

function replace(from: string, to: string): (body: Buffer) => Buffer {
  return (body) => Buffer.from(body.toString('latin1').replace(from, to), 'latin1')
}

test.each<[string, Chunked]>([
  ['signed chunks', { mode: signedChunks }],
  ['signed chunks and trailers', { mode: signedTrailer, trailer: checksum }],
  ['unsigned chunks with trailers', { mode: unsignedTrailer, trailer: checksum }],
])('takes %s', async (_, chunked) => {
  const response = await sendChunked(chunked)
  expect([response.status, await response.text()]).toEqual([200, ''])
  const sent = chunked.trailer?.split(':')[1] ?? null
  expect(response.headers.get('x-amz-checksum-crc32c')).toBe(sent)
  expect((await read()).equals(content)).toBe(true)
})

test.each<[string, Chunked, string]>([
  ['changed content', { mode: signedChunks, change: replace('chunkchunk', 'chankchunk') }, 'SignatureDoesNotMatch'],
  [
    'a changed trailer',
    { mode: signedTrailer, trailer: checksum, change: replace('crc32c:', 'crc32c:A') },
    'SignatureDoesNotMatch',
  ],
  ['a trailer of other content', { mode: signedTrailer, trailer: 'x-amz-checksum-crc32c:AAAAAA==' }, 'BadDigest'],
  [
    'an unsigned trailer of other content',
    { mode: unsignedTrailer, trailer: 'x-amz-checksum-crc32c:AAAAAA==' },
    'BadDigest',
  ],
  [
    'a trailer that never comes',
    { mode: unsignedTrailer, headers: { 'x-amz-trailer': 'x-amz-checksum-crc32' } },
    'InvalidRequest',
  ],
  ['an end that is missing', { mode: signedChunks, change: (body) => body.subarray(0, -100) }, 'IncompleteBody'],
  [
    'another length than announced',
    { mode: signedChunks, headers: { 'x-amz-decoded-content-length': '19999' } },
    'IncompleteBody',
  ],
  ['no length', { mode: signedChunks, headers: { 'x-amz-decoded-content-length': '' } }, 'InvalidArgument'],
  ['a mode that is unknown', { mode: 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD' }, 'NotImplemented'],
])('refuses chunks with %s, and keeps nothing', async (_, chunked, code) => {
  expect(await (await sendChunked(chunked)).text()).toContain(`<Code>${code}</Code>`)
  await expect(read()).rejects.toMatchObject({ name: 'NoSuchKey' })
})

test('refuses content that is not what was signed', async () => {
  const url = `${emulator.url}/data/k`
  const { host: _host, ...headers } = await signHeaders(client, { method: 'PUT', url, body: 'signed' })
  const response = await fetch(url, { method: 'PUT', headers, body: 'others' })
  expect(await response.text()).toContain('<Code>XAmzContentSHA256Mismatch</Code>')
})

test('refuses more than may be written at once, and answers though the body still comes', async () => {
  const url = `${emulator.url}/data/k`
  const body = Buffer.alloc(1_000_001)
  const { host: _host, ...headers } = await signHeaders(client, { method: 'PUT', url, body })
  const response = await fetch(url, { method: 'PUT', headers, body })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('<Code>EntityTooLarge</Code>'),
  ])
})

/** Sends bytes as they are and resolves with all that is answered. */
async function sendRaw(head: string, body: string): Promise<string> {
  const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1')
  socket.write(head)
  socket.end(body)
  return text(socket)
}

test('a body that ends too early leaves the object as it was', async () => {
  await sendChunked({ mode: signedChunks })
  const url = `${emulator.url}/data/k`
  const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await signHeaders(client, { method: 'PUT', url, headers: unsigned })
  const lines = Object.entries({ ...signed, 'content-length': '1000' }).map(([name, value]) => `${name}: ${value}\r\n`)
  await sendRaw(`PUT /data/k HTTP/1.1\r\n${lines.join('')}\r\n`, 'too little')
  await expect.poll(() => emulator.journal.entries().at(-1)?.outcome).toBe('cut')
  expect((await read()).equals(content)).toBe(true)
})

test('a body of unknown length is refused', async () => {
  const url = `${emulator.url}/data/k`
  const signed = await signHeaders(client, {
    method: 'PUT',
    url,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  })
  const { host: _host, ...headers } = signed
  const stream = new Response('content').body
  const response = await fetch(url, { method: 'PUT', headers, body: stream, duplex: 'half' })
  expect([response.status, await response.text()]).toEqual([501, expect.stringContaining('Transfer-Encoding')])
})
