import { expect, test } from 'vitest'
import { ChunkSignatures } from '../../src/s3/payload/chunk-signatures.js'
import { decodeChunks } from '../../src/s3/payload/decode-chunks.js'
import { decodePercent, encodePercent } from '../../src/s3/request/percent.js'
import { Query } from '../../src/s3/request/query.js'
import { canonicalRequest } from '../../src/s3/signing/canonical-request.js'
import { sha256Hex, SigningKey } from '../../src/s3/signing/signing-key.js'

// The values in this file are those of the examples that the vendor publishes for its signatures.
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const scope = { date: '20130524', region: 'us-east-1', service: 's3' }
const time = '20130524T000000Z'
const host = 'examplebucket.s3.amazonaws.com'
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface Example {
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly headers: Readonly<Record<string, string>>
  readonly payloadHash: string
}

function signatureOf({ method, path, query = '', headers, payloadHash }: Example): string {
  const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  const canonical = canonicalRequest({
    method,
    path: decodePercent(path),
    query: new Query(query),
    headers: listed,
    signedHeaders: Object.keys(headers).toSorted(),
    payloadHash,
  })
  return new SigningKey(secret, scope, time).sign('AWS4-HMAC-SHA256', sha256Hex(canonical))
}

const common = { host, 'x-amz-content-sha256': emptyHash, 'x-amz-date': time }
const putHash = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'

test.each<[string, Example, string]>([
  [
    'reading a range',
    { method: 'GET', path: '/test.txt', headers: { ...common, range: 'bytes=0-9' }, payloadHash: emptyHash },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'writing',
    {
      method: 'PUT',
      path: '/test%24file.text',
      headers: {
        ...common,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': putHash,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payloadHash: putHash,
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a parameter without a value',
    { method: 'GET', path: '/', query: 'lifecycle', headers: common, payloadHash: emptyHash },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'listing',
    { method: 'GET', path: '/', query: 'max-keys=2&prefix=J', headers: common, payloadHash: emptyHash },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'a signed address',
    {
      method: 'GET',
      path: '/test.txt',
      query:
        'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=left-out',
      headers: { host },
      payloadHash: 'UNSIGNED-PAYLOAD',
    },
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  ],
  [
    'the first signature of a body in chunks',
    {
      method: 'PUT',
      path: '/chunkObject.txt',
      headers: {
        host: 's3.amazonaws.com',
        'content-encoding': 'aws-chunked',
        'content-length': '66824',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'x-amz-date': time,
        'x-amz-decoded-content-length': '66560',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    },
    '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  ],
])('signs %s as the vendor does', (_, example, expected) => {
  // The example of chunks has the bucket in its path.
  const path = example.headers['host'] === host ? example.path : `/examplebucket${example.path}`
  expect(signatureOf({ ...example, path })).toBe(expected)
})

const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'
const signatures = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
] as const

function chunk(size: number, signature: string): string {
  return `${size.toString(16)};chunk-signature=${signature}\r\n${'a'.repeat(size)}\r\n`
}

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

async function decode(text: string, pieceBytes: number): Promise<number> {
  let size = 0
  const key = new SigningKey(secret, scope, time)
  const body = decodeChunks({
    source: inPieces(text, pieceBytes),
    signatures: new ChunkSignatures(key, seed),
    hasTrailers: false,
    onTrailers: () => undefined,
  })
  for await (const piece of body) size += piece.length
  return size
}

test.each([7, 1000, 1_000_000])('verifies chunk after chunk, in pieces of %i bytes', async (pieceBytes) => {
  const [first, second, last] = signatures
  const body = chunk(65_536, first) + chunk(1024, second) + chunk(0, last)
  expect(await decode(body, pieceBytes)).toBe(66_560)
})

test('refuses chunks that were changed, left out, added or cut', async () => {
  const [first, second, last] = signatures
  const whole = chunk(65_536, first) + chunk(1024, second) + chunk(0, last)
  for (const [body, code] of [
    [whole.replace('aaa', 'aba'), 'SignatureDoesNotMatch'],
    [chunk(65_536, first) + chunk(0, last), 'SignatureDoesNotMatch'],
    [chunk(65_536, first) + chunk(1024, first) + chunk(0, last), 'SignatureDoesNotMatch'],
    [whole.slice(0, 40_000), 'IncompleteBody'],
    [chunk(65_536, first) + chunk(1024, second), 'IncompleteBody'],
    [whole.replace(/;chunk-signature=\w+/, ''), 'SignatureDoesNotMatch'],
    ['no chunks', 'InvalidRequest'],
    ['', 'IncompleteBody'],
  ] as const) {
    await expect(decode(body, 500), code).rejects.toMatchObject({ code })
  }
})

test('all but the last chunk must be large', async () => {
  const source = inPieces(`5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n`, 3)
  const body = decodeChunks({ source, hasTrailers: true, onTrailers: () => undefined })
  const all = async (): Promise<void> => {
    for await (const piece of body) expect(piece.length).toBeGreaterThan(0)
  }
  await expect(all()).rejects.toMatchObject({ code: 'InvalidChunkSizeError' })
})

test('encodes and decodes names byte by byte', () => {
  expect(encodePercent('a b/ü~+*')).toBe('a%20b%2F%C3%BC~%2B%2A')
  expect(decodePercent('a%20b%2F%C3%BC~+')).toBe('a b/ü~+')
  for (const broken of ['%', '%2', '%zz', '%FF', '%ED%A0%80']) {
    expect(() => decodePercent(broken)).toThrow(expect.objectContaining({ code: 'InvalidURI' }))
  }
})
