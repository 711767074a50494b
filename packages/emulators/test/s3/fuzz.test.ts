import { PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { sendSigned } from './support/signed.js'
import { clientOf, start } from './support/start.js'

/** The same numbers in every run. */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']
const paths = [
  '/',
  '/data',
  '/data/k',
  '/data/none',
  '/nobucket',
  '/nobucket/k',
  '/data/%00',
  '/data/a%2Fb',
  '/-',
  '/data/%E2%82%AC',
]
const parameters: readonly string[] = [
  'uploads',
  'uploadId',
  'partNumber',
  'delete',
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'marker',
  'start-after',
  'encoding-type',
  'continuation-token',
  'location',
  'max-parts',
  'part-number-marker',
  'max-uploads',
  'key-marker',
  'upload-id-marker',
  'acl',
  'fetch-owner',
  'response-content-type',
  'unknown',
]
const headers: readonly string[] = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'content-md5',
  'content-type',
  'x-amz-copy-source',
  'x-amz-copy-source-range',
  'x-amz-metadata-directive',
  'x-amz-checksum-crc32',
  'x-amz-checksum-algorithm',
  'x-amz-checksum-type',
  'x-amz-trailer',
  'x-amz-decoded-content-length',
  'x-amz-acl',
  'x-amz-meta-a',
  'x-amz-mp-object-size',
  'cache-control',
]
const values = [
  '',
  '0',
  '1',
  '-1',
  '99999999999',
  '2',
  '/',
  'url',
  'bytes=0-0',
  'bytes=5-',
  '*',
  '"x"',
  'AAAA',
  'data/k',
  '/data/none',
  '%zz',
  'REPLACE',
  'CRC32',
  'COMPOSITE',
  'a b,c',
]
const bodies = [
  undefined,
  '',
  'x',
  '<Delete/>',
  '<Delete><Object><Key>k2</Key></Object></Delete>',
  '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>',
  '<a',
  '&#0;',
]

test('whatever is asked, the answer is the vendor’s and the emulator goes on', async () => {
  const emulator = await start()
  const client = clientOf(emulator)
  const random = makeRandom(20_261)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)]
  const some = (names: readonly string[]): [string, string][] =>
    Array.from({ length: random(4) }, () => [pick(names) ?? '', pick(values) ?? ''])
  await client.send(new PutObjectCommand({ Bucket: 'data', Key: 'k', Body: 'content' }))
  const statuses = new Map<number, number>()
  for (let count = 0; count < 300; count += 1) {
    const method = pick(methods) ?? 'GET'
    const query = new URLSearchParams(some(parameters)).toString()
    const url = `${emulator.url}${pick(paths)}${query === '' ? '' : `?${query}`}`
    const body = method === 'GET' || method === 'HEAD' ? undefined : pick(bodies)
    const response = await sendSigned(client, { method, url, headers: Object.fromEntries(some(headers)), body })
    const text = await response.text()
    expect(text, `${method} ${url}`).not.toContain('The emulator failed')
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
  expect(statuses.get(200) ?? 0).toBeGreaterThan(20)
  expect(statuses.get(500)).toBeUndefined()
  await client.send(new PutObjectCommand({ Bucket: 'data', Key: 'k', Body: 'content' }))
})
