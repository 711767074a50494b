import { describe, expect, it } from 'vitest'
import type { AzureBlobMountConfig, GCSMountConfig, S3MountConfig } from '../../src/mounts.js'
import { azureAccount } from '../../src/mounts/recipes/azure-account.js'
import { blobfuse2Recipe } from '../../src/mounts/recipes/blobfuse2-recipe.js'
import { gcsfuseRecipe } from '../../src/mounts/recipes/gcsfuse-recipe.js'
import { s3fsRecipe } from '../../src/mounts/recipes/s3fs-recipe.js'
import { checkConfig } from '../../src/mounts/rules/check-config.js'
import { wordsOf } from './support/words-of.js'

const keys = { accessKeyId: 'AKIA', secretAccessKey: 'hidden+secret' }
const s3: S3MountConfig = { type: 's3', bucket: 'data', region: 'eu-west-1', ...keys }
const gcs: GCSMountConfig = { type: 'gcs', bucket: 'my_bucket', serviceAccountKey: '{"private_key":"a\\\\nb"}' }
const azure: AzureBlobMountConfig = {
  type: 'azure-blob',
  container: 'data',
  accountName: 'acct',
  accountKey: 'c2VjcmV0',
}

const optionsOf = (config: S3MountConfig): string[] =>
  wordsOf([s3fsRecipe(config).command])
    .flatMap((words) => words.filter((_, index) => words[index - 1] === '-o'))
    .flatMap((list) => list.split(','))

describe('The recipe of s3fs', () => {
  it('signs for the region, at the address of the region', () => {
    expect(optionsOf(s3)).toEqual(
      expect.arrayContaining(['sigv4', 'endpoint=eu-west-1', 'url=https://s3.eu-west-1.amazonaws.com']),
    )
    expect(optionsOf({ ...s3, region: 'cn-north-1' })).toContain('url=https://s3.cn-north-1.amazonaws.com.cn')
    expect(optionsOf({ ...s3, region: undefined }).join()).not.toContain('url=')
  })

  it.each([
    ['http://127.0.0.1:9000', undefined, 'url=http://127.0.0.1:9000', true],
    ['http://127.0.0.1:9000/', undefined, 'url=http://127.0.0.1:9000', true],
    ['https://gate.example/s3/', undefined, 'url=https://gate.example/s3', true],
    ['https://store.example', false, 'url=https://store.example', false],
  ])('[M06] BR-104 addresses %s with path style %s', (endpoint, forcePathStyle, url, isInPath) => {
    const options = optionsOf({ ...s3, bucket: 'my.bucket', endpoint, forcePathStyle })
    expect(options).toContain(url)
    expect(options.includes('use_path_request_style')).toBe(isInPath)
  })

  it('BR-103 gives a session token by the environment, other keys by a file, nothing by arguments', () => {
    const recipe = s3fsRecipe({ ...s3, sessionToken: 'token' })
    expect(recipe.environment).toEqual({
      AWSACCESSKEYID: 'AKIA',
      AWSSECRETACCESSKEY: 'hidden+secret',
      AWSSESSIONTOKEN: 'token',
    })
    expect(recipe.files).toEqual({})
    expect(s3fsRecipe(s3)).toMatchObject({ files: { password: 'AKIA:hidden+secret\n' }, environment: {} })
    expect(recipe.command.text + s3fsRecipe(s3).command.text).not.toMatch(/hidden|token'|AKIA/)
  })

  it('[M12] mounts a public bucket read-only', () => {
    const options = optionsOf({ type: 's3', bucket: 'data', region: 'us-east-1' })
    expect(options).toEqual(expect.arrayContaining(['public_bucket=1', 'ro']))
  })

  it('bounds the time of a server that is gone', () => {
    expect(optionsOf(s3)).toEqual(expect.arrayContaining(['retries=2', 'connect_timeout=10', 'readwrite_timeout=30']))
  })
})

describe('The recipe of gcsfuse', () => {
  it('BR-106 BR-109 shows directories without objects, as the user, below the prefix, read-only', () => {
    const [words = []] = wordsOf([gcsfuseRecipe({ ...gcs, prefix: 'a/b', readOnly: true }).command])
    expect(words.slice(0, 2)).toEqual(['setsid', 'gcsfuse'])
    expect(words).toEqual(
      expect.arrayContaining(['--implicit-dirs', '--uid=1000', '--gid=1001', '--only-dir=a/b', 'ro', 'allow_other']),
    )
    expect(words.slice(-2)).toEqual(['my_bucket', '/mount path'])
  })

  it.each(['{"private_key":"a\\nb"}', '{"private_key":"a\\\\nb"}', '{\n "private_key": "a\\nb" }'])(
    'BR-110 writes real line ends once for %j',
    (serviceAccountKey) => {
      const text = gcsfuseRecipe({ ...gcs, serviceAccountKey }).files['key.json'] ?? ''
      expect(JSON.parse(text)).toEqual({ private_key: 'a\nb' })
      expect(text.trimEnd()).not.toContain('\n')
    },
  )

  it('is anonymous and read-only without credentials, and knows other endpoints', () => {
    const [words = []] = wordsOf([gcsfuseRecipe({ type: 'gcs', bucket: 'data' }).command])
    expect(words).toEqual(expect.arrayContaining(['--anonymous-access', 'ro']))
    const [others = []] = wordsOf([gcsfuseRecipe({ ...gcs, endpoint: 'http://127.0.0.1:4443' }).command])
    expect(others).toContain('--custom-endpoint=http://127.0.0.1:4443/storage/v1/')
  })
})

describe('The recipe of blobfuse2', () => {
  const text = (config: AzureBlobMountConfig): string => blobfuse2Recipe(config).files['config.yaml'] ?? ''

  it('F13 [M12] holds container, prefix, read-only and the key', () => {
    expect(text({ ...azure, container: '$web', prefix: 'a "b', readOnly: true })).toMatch(
      /read-only: true[\s\S]*mode: key[\s\S]*container: "\$web"[\s\S]*account-key: "c2VjcmV0"\n {2}subdirectory: "a \\"b"/,
    )
  })

  it('F12 strips the question mark of a signature', () => {
    expect(text({ ...azure, accountKey: undefined, sasToken: '?sv=1&sig=a%2Bb' })).toMatch(
      /mode: sas[\s\S]*sas: "sv=1&sig=a%2Bb"/,
    )
  })

  it('refuses to be anonymous', () => {
    expect(() => text({ ...azure, accountKey: undefined })).toThrow('Invalid credentials')
    expect(() => text({ type: 'azure-blob', container: 'data', connectionString: 'AccountName=acct' })).toThrow(
      'Invalid credentials',
    )
  })

  it('uses the identity of the machine when it is asked to', () => {
    expect(text({ ...azure, accountKey: undefined, useDefaultCredential: true })).toContain('mode: msi')
  })

  it.each([
    ['https://acct.blob.core.chinacloudapi.cn', 'https://acct.blob.core.chinacloudapi.cn'],
    ['acct.blob.core.usgovcloudapi.net', 'https://acct.blob.core.usgovcloudapi.net'],
    ['https://acct.privatelink.blob.core.windows.net/', 'https://acct.privatelink.blob.core.windows.net'],
    ['http://127.0.0.1:10000/devstoreaccount1', 'http://127.0.0.1:10000/devstoreaccount1'],
    [undefined, 'https://acct.blob.core.windows.net'],
  ])('BR-114 BR-117 takes the endpoint %s as it is', (endpoint, expected) => {
    expect(azureAccount({ ...azure, endpoint }).endpoint).toBe(expected)
  })

  it.each([
    [
      'DefaultEndpointsProtocol=https;AccountName=one;AccountKey=a2V5==;EndpointSuffix=core.windows.net',
      { name: 'one', endpoint: 'https://one.blob.core.windows.net', mode: 'key', secret: 'a2V5==' },
    ],
    [
      'BlobEndpoint=https://two.blob.core.windows.net/;SharedAccessSignature=?sv=1&sig=x',
      { name: 'two', endpoint: 'https://two.blob.core.windows.net', mode: 'sas', secret: 'sv=1&sig=x' },
    ],
    [
      'AccountName=three;AccountKey=a2V5;BlobEndpoint=http://127.0.0.1:10000/three;',
      { name: 'three', endpoint: 'http://127.0.0.1:10000/three', mode: 'key' },
    ],
    [
      'UseDevelopmentStorage=true',
      { name: 'devstoreaccount1', endpoint: 'http://127.0.0.1:10000/devstoreaccount1', mode: 'key' },
    ],
  ])('reads the connection string %s', (connectionString, expected) => {
    expect(
      azureAccount({ type: 'azure-blob', container: 'data', connectionString, accountKey: 'other' }),
    ).toMatchObject(expected)
  })
})

describe('The rules for values', () => {
  it.each([
    [{ ...s3, accessKeyId: undefined }, 'together'],
    [{ ...s3, accessKeyId: undefined, secretAccessKey: undefined, endpoint: 'https://x.example' }, 'needs credentials'],
    [{ type: 's3', bucket: 'data', sessionToken: 'token' }, 'sessionToken goes with'],
    [{ ...s3, bucket: 'UPPER' }, 'Invalid bucket'],
    [{ ...s3, region: 'eu west' }, 'Invalid region'],
    [{ ...s3, readOnly: 'yes' }, 'Invalid readOnly'],
    [{ ...s3, prefix: 'a/../b' }, 'Invalid prefix'],
    [{ ...s3, endpoint: 'https://x/$(id)' }, 'Invalid endpoint'],
    [{ ...s3, endpoint: 'https://x/;id' }, 'Invalid endpoint'],
    [{ ...s3, endpoint: 'ftp://x' }, 'Invalid endpoint'],
    [{ ...azure, container: 'a--b' }, 'Invalid container'],
    [{ ...azure, container: 'UPPER' }, 'Invalid container'],
    [{ type: 'local' }, 'cannot be mounted by FUSE'],
  ])('[M08] BR-116 E2 refuse %j', (config, message) => {
    expect(() => checkConfig(config, '/data')).toThrow(message)
  })

  it('never show a secret', () => {
    for (const field of ['secretAccessKey', 'sessionToken', 'accessKeyId']) {
      expect(() => checkConfig({ ...s3, [field]: 'very secret\n' }, '/data')).toThrow(/^Invalid \w+: expected [^v]*$/)
    }
  })

  it.each(['', '/', '//'])('take the prefix %j as none', (prefix) => {
    expect(checkConfig({ ...s3, prefix }, '/data')).not.toHaveProperty('prefix')
  })

  it('accept $web, keys with signs, and buckets with underscores at Google', () => {
    expect(checkConfig({ ...azure, container: '$web' }, '/data')).toMatchObject({ container: '$web' })
    expect(checkConfig(gcs, '/data')).toMatchObject({ bucket: 'my_bucket' })
  })
})
