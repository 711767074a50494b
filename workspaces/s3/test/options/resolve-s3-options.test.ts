import { SandboxError } from '@caisson/core/workspace'
import { describe, expect, it } from 'vitest'
import { resolveS3Options, type S3FilesystemOptions } from '../../src/options/index.js'

const required: S3FilesystemOptions = { bucket: 'data', region: 'us-east-1' }

const resolve = (options: Partial<S3FilesystemOptions> = {}, environment: Record<string, string> = {}) =>
  resolveS3Options({ ...required, ...options }, environment)

function faultOf(options: object, environment: Record<string, string> = {}): SandboxError {
  try {
    resolveS3Options({ ...required, ...options }, environment)
  } catch (error) {
    if (error instanceof SandboxError) return error
    throw error
  }
  throw new TypeError(`Expected a fault: ${JSON.stringify(options)}`)
}

describe('defaults', () => {
  it('are those that are documented', () => {
    expect(resolve()).toMatchObject({
      bucket: 'data',
      region: 'us-east-1',
      credentials: undefined,
      endpoint: undefined,
      forcePathStyle: false,
      prefix: undefined,
      readOnly: false,
      displayName: 'Amazon S3',
      icon: 'aws-s3',
    })
    expect(resolve().id).toMatch(/^s3-fs-[0-9a-z]+-[0-9a-z]{6}$/)
  })

  it('takes undefined, as from variables that are not set, for absent', () => {
    const unset: Partial<S3FilesystemOptions> = {
      id: undefined,
      credentials: undefined,
      accessKeyId: undefined,
      secretAccessKey: undefined,
      sessionToken: undefined,
      endpoint: undefined,
      forcePathStyle: undefined,
      prefix: undefined,
      readOnly: undefined,
      icon: undefined,
    }
    expect(resolve({ ...unset, id: 'a' })).toEqual(resolve({ id: 'a' }))
  })

  it('takes empty variables for absent where that changes nothing about who asks', () => {
    expect(resolve({ id: 'a', endpoint: '', prefix: '', sessionToken: '' })).toMatchObject({ endpoint: undefined })
  })
})

describe('what is required', () => {
  it.each(['bucket', 'region'])('%s missing is an error that names it', (name) => {
    for (const given of [undefined, '']) {
      const fault = faultOf({ [name]: given })
      expect(fault).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(fault.message).toContain(`S3Filesystem option ${name}: expected`)
    }
  })

  it('is an object at all', () => {
    for (const given of [undefined, null, 'data', []]) {
      expect(() => resolveS3Options(given as never)).toThrow('S3Filesystem options: expected an object')
    }
  })

  it('[M06] includes an endpoint where the region is auto', () => {
    expect(faultOf({ region: 'auto' }).message).toContain('option endpoint is not given')
    expect(resolve({ region: 'auto', endpoint: 'https://a.r2.cloudflarestorage.com' })).toMatchObject({
      region: 'auto',
      forcePathStyle: true,
    })
  })
})

describe('keys', () => {
  it('are both given, or neither', () => {
    expect(resolve({ accessKeyId: 'a', secretAccessKey: 's' }).credentials).toEqual({
      accessKeyId: 'a',
      secretAccessKey: 's',
    })
    const withToken = resolve({ accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't' })
    expect(withToken.credentials).toEqual({ accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't' })
    expect(faultOf({ accessKeyId: 'a' }).message).toContain('secretAccessKey')
    expect(faultOf({ secretAccessKey: 'hunter2' }).message).toContain('accessKeyId')
    expect(faultOf({ sessionToken: 'hunter2' }).message).toContain('accessKeyId')
    expect(faultOf({ accessKeyId: '', secretAccessKey: 'hunter2' }).message).toContain('accessKeyId')
    expect(faultOf({ accessKeyId: 'a', secretAccessKey: '' }).message).toContain('secretAccessKey')
  })

  it('yield to credentials, an object or a function', () => {
    const keys = { accessKeyId: 'a', secretAccessKey: 's' }
    const credentials = { accessKeyId: 'b', secretAccessKey: 't' }
    const provider = (): typeof credentials => credentials
    expect(resolve({ ...keys, credentials }).credentials).toBe(credentials)
    expect(resolve({ ...keys, credentials: provider }).credentials).toBe(provider)
  })

  it.each([
    [{ accessKeyId: 'hunter2' }],
    [{ accessKeyId: 'a', secretAccessKey: 7 }],
    [{ accessKeyId: 'a:hunter2', secretAccessKey: 's' }],
    [{ accessKeyId: 'a', secretAccessKey: 'hunter2\n' }],
    [{ accessKeyId: 'a', secretAccessKey: 's', sessionToken: 'hunter2 x' }],
    [{ accessKeyId: 'a', secretAccessKey: 's', expiration: 'tomorrow' }],
    ['hunter2'],
    [null],
  ])('of a wrong kind are refused without being shown: %#', (credentials) => {
    const fault = faultOf({ credentials })
    expect(fault.message).toContain('option credentials')
    expect(JSON.stringify([fault.message, fault.details])).not.toContain('hunter2')
  })
})

describe('endpoint', () => {
  it('[M06] comes without slashes at its end, and may be in the environment as for the SDK', () => {
    expect(resolve({ endpoint: 'http://127.0.0.1:9000//' }).endpoint).toBe('http://127.0.0.1:9000')
    expect(resolve({}, { AWS_ENDPOINT_URL: 'http://all.test' }).endpoint).toBe('http://all.test')
    const both = { AWS_ENDPOINT_URL: 'http://all.test', AWS_ENDPOINT_URL_S3: 'http://s3.test' }
    expect(resolve({}, both)).toMatchObject({ endpoint: 'http://s3.test', forcePathStyle: true })
    expect(resolve({ endpoint: 'http://own.test' }, both).endpoint).toBe('http://own.test')
  })

  it('BR-104 stands for path style, unless that is said otherwise', () => {
    expect(resolve({ endpoint: 'http://own.test' }).forcePathStyle).toBe(true)
    expect(resolve({ endpoint: 'http://own.test', forcePathStyle: false }).forcePathStyle).toBe(false)
    expect(resolve({ forcePathStyle: true }).forcePathStyle).toBe(true)
  })

  it.each([
    ['https://account.r2.cloudflarestorage.com', 'r2', 'Cloudflare R2'],
    ['https://storage.googleapis.com', 'gcs', 'Google Cloud Storage'],
    ['https://x.blob.core.windows.net', 'azure', 'Azure Blob Storage'],
    ['http://minio:9000', 'minio', 'MinIO'],
    ['https://play.MinIO.example/x', 'minio', 'MinIO'],
    ['https://s3.eu-west-1.amazonaws.com', 'aws-s3', 'Amazon S3'],
    ['https://fra1.digitaloceanspaces.com', 's3', 'S3-compatible storage'],
  ])('%s is shown as %s', (endpoint, icon, displayName) => {
    expect(resolve({ endpoint })).toMatchObject({ icon, displayName })
    expect(resolve({ endpoint, icon: 'cloud', displayName: 'Mine' })).toMatchObject({
      icon: 'cloud',
      displayName: 'Mine',
    })
  })
})
