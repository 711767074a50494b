import { describe, expect, it } from 'vitest'
import { S3Filesystem } from '../../src/index.js'

const good = {
  bucket: 'data',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  accessKeyId: 'AKIA',
  secretAccessKey: 'secret',
}

/** What would be something else in a host name, a signature, a shell or the options of a mount program. */
const hostile = [
  '$(touch x)',
  '`touch x`',
  'a b',
  'a\nb',
  'a\0b',
  'a;b',
  "a'b",
  'a"b',
  'a,b=c',
  'a\u2028b',
  'é',
  ' a',
  '../a',
  '-o allow_root',
]

const refused = {
  bucket: [
    ...hostile,
    'ab',
    'a'.repeat(64),
    'Data',
    'da_ta',
    '.data',
    'data-',
    'a..b',
    '127.0.0.1',
    'a/b',
    'arn:aws:s3:::x',
  ],
  region: [...hostile, 'a', 'US-EAST-1', 'us-east-1/../x', '-east', 'r'.repeat(33)],
  endpoint: [
    ...hostile,
    ...hostile.map((value) => `http://${value}`),
    ...hostile.filter((value) => !/^[\w.-]+$/.test(value)).map((value) => `http://host/${value}`),
    'host',
    'ftp://host',
    'file:///etc/passwd',
    'http://',
    'http://user:hunter2@host',
    'http://host?x=1',
    'http://host#x',
    'http://host:port',
    'http://host:99999',
    'http://host/a/../b',
    'http://host,allow_other',
    'javascript:alert(1)',
  ],
  accessKeyId: ['a b', 'a\nb', 'a:b', 'é', ' a', 'a\0b', 'a'.repeat(257)],
  secretAccessKey: ['hunter2 b', 'hunter2\nb', 'hunter2\0', 'é'],
  sessionToken: ['hunter2 b', 'hunter2\nb', 'hunter2\r\nx-amz-acl: public-read', 'é'],
  displayName: ['', 'a\nb', 7],
  readOnly: ['true', 1, null],
  forcePathStyle: ['true', 1],
  id: ['', 7],
  instructions: [7],
  onInit: ['x'],
} satisfies Record<string, readonly unknown[]>

const cases = Object.entries(refused).flatMap(([name, values]) => values.map((value) => ({ name, value })))

describe('[M08] hostile values are refused before anything is sent', () => {
  it.each(cases)('$name: $value', ({ name, value }) => {
    let fault: unknown
    try {
      fault = new S3Filesystem({ ...good, [name]: value })
    } catch (error) {
      fault = error
    }
    expect(fault).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(fault).toHaveProperty('message', expect.stringContaining(`S3Filesystem option ${name}`))
    expect(fault).not.toHaveProperty('message', expect.stringContaining('hunter2'))
  })

  it.each(['a//b', 'a/../b', './a', 'a\nb', 'a\0b', '\ud800'])('prefix: %j', (prefix) => {
    expect(() => new S3Filesystem({ ...good, prefix })).toThrow(
      expect.objectContaining({ code: expect.any(String) as string }),
    )
  })

  it.each(['my.bucket-1', '0ab', 'a'.repeat(63)])('while the bucket %j is fine', (bucket) => {
    expect(new S3Filesystem({ ...good, bucket }).bucket).toBe(bucket)
  })

  it.each([
    'http://h',
    'HTTPS://h.example:443',
    'http://[::1]:9000',
    'http://minio_1:9000/base/path/',
    'http://10.0.0.1',
  ])('while the endpoint %j is fine', (endpoint) => {
    expect(new S3Filesystem({ ...good, endpoint }).status).toBe('pending')
  })
})

it('names the nearest option for a mistyped one', () => {
  expect(() => new S3Filesystem({ ...good, accesKeyId: 'a' } as never)).toThrow('perhaps "accessKeyId"')
})
