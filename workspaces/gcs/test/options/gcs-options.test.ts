import { SandboxError } from '@caisson/core'
import { describe, expect, it } from 'vitest'
import { GCSFilesystem, type GCSFilesystemOptions } from '../../src/index.js'
import { resolveGCSOptions } from '../../src/options/index.js'

const credentials = { client_email: 'a@b', private_key: 'hunter2' }

describe('the address', () => {
  it.each([
    [undefined, 'https://storage.googleapis.com', false],
    ['https://storage.googleapis.com/', 'https://storage.googleapis.com', false],
    ['storage.googleapis.com', 'https://storage.googleapis.com', false],
    ['https://private.googleapis.com', 'https://private.googleapis.com', true],
    ['http://127.0.0.1:4443', 'http://127.0.0.1:4443', true],
    ['http://127.0.0.1:4443/', 'http://127.0.0.1:4443', true],
    ['http://127.0.0.1:4443/storage/v1/', 'http://127.0.0.1:4443', true],
  ])('%s is %s', (endpoint, expected, isCustom) => {
    const { bucket } = resolveGCSOptions({ bucket: 'box', credentials, endpoint })
    expect(bucket).toMatchObject({ endpoint: expected, isCustom })
  })

  it('reaches mounts unless it is the usual one', () => {
    expect(new GCSFilesystem({ bucket: 'box', credentials }).getMountConfig()).not.toHaveProperty('endpoint')
    const endpoint = 'http://127.0.0.1:4443/'
    const config = new GCSFilesystem({ bucket: 'box', credentials, endpoint }).getMountConfig()
    expect(config).toMatchObject({ endpoint: 'http://127.0.0.1:4443' })
  })
})

describe('a bucket', () => {
  it.each(['abc', 'my_bucket', 'a-b.c', 'www.example.com', '0'.repeat(63)])('may be called %s', (bucket) => {
    expect(new GCSFilesystem({ bucket, credentials }).getMountConfig()).toMatchObject({ bucket })
  })

  it.each(['ab', 'UPPER', 'a'.repeat(64), '-ab', 'ab-', 'ab.', 'a..b', 'a/b', '$(x)', 'a b', 'abc\n', '--x', ''])(
    'may not be called %j',
    (bucket) => {
      expect(fault({ bucket })).toContain('option bucket')
    },
  )

  it('is needed', () => {
    expect(fault({ bucket: undefined })).toContain('option bucket')
  })
})

describe('a prefix', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['///', undefined],
    ['/a/b/', 'a/b'],
  ])('[F8] %j reaches mounts as %j', (prefix, expected) => {
    expect(new GCSFilesystem({ bucket: 'box', credentials, prefix }).getMountConfig().prefix).toBe(expected)
  })

  it.each(['a//b', '../a', 'a/./b', 'a\nb'])('may not be %j', (prefix) => {
    expect(() => new GCSFilesystem({ bucket: 'box', credentials, prefix })).toThrow(/prefix/)
  })
})

describe('hostile values', () => {
  const hostile = [
    '$(id)',
    '`id`',
    'a;id',
    "a'b",
    'a"b',
    'a b',
    'a\nb',
    '-o x',
    'a\0b',
    '../x',
    'https://h/?x=y',
    'h#x',
    'https://u:p@h',
    'file:///etc',
    'https://h/path',
  ]
  it.each(['projectId', 'endpoint'] as const)('are refused as %s', (name) => {
    for (const value of hostile) expect(fault({ [name]: value })).toContain(`option ${name}`)
  })

  it('are refused as credentials, which are not shown', () => {
    for (const value of ['{"hunter2": 1}', '{hunter2', 'hunter2\n', 1, [], { private_key: 'hunter2' }]) {
      const error = fault({ credentials: value as string })
      expect(error).toContain('option credentials')
      expect(error).not.toContain('hunter2')
    }
  })

  it('and names that are no options are named', () => {
    expect(fault({ credential: credentials } as Partial<GCSFilesystemOptions>)).toContain('credentials')
  })
})

/** What refuses the options. */
function fault(options: Partial<GCSFilesystemOptions>): string {
  try {
    const filesystem = new GCSFilesystem({ bucket: 'box', credentials, ...options })
    return `nothing refused ${filesystem.id}`
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === 'INVALID_ARGUMENT') return String(error)
    throw error
  }
}
