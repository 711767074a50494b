import { SandboxError } from '@caisson/core'
import { describe, expect, it } from 'vitest'
import { AzureBlobFilesystem, type AzureBlobFilesystemOptions } from '../../src/index.js'
import { resolveAzureOptions } from '../../src/options/index.js'

const key = 'aHVudGVyMg=='
const sas = 'sv=2024-11-04&sp=rl&sig=hunter2%3D'
const usual = 'https://acct.blob.core.windows.net'

function account(options: Partial<AzureBlobFilesystemOptions>): ReturnType<typeof resolveAzureOptions>['account'] {
  return resolveAzureOptions({ container: 'box', ...options }).account
}

describe('[BR-114] [BR-117] the address', () => {
  it.each([
    ['acct', undefined, usual],
    ['acct', 'https://acct.blob.core.chinacloudapi.cn', 'https://acct.blob.core.chinacloudapi.cn'],
    ['acct', 'acct.blob.core.usgovcloudapi.net', 'https://acct.blob.core.usgovcloudapi.net'],
    ['acct', 'https://acct.privatelink.blob.core.windows.net/', 'https://acct.privatelink.blob.core.windows.net'],
    ['acct', 'https://blob.core.chinacloudapi.cn', 'https://acct.blob.core.chinacloudapi.cn'],
    ['acct', 'https://acct.z22.blob.storage.azure.net', 'https://acct.z22.blob.storage.azure.net'],
    ['acct', 'https://acct-secondary.blob.core.windows.net', 'https://acct-secondary.blob.core.windows.net'],
    ['acct', 'https://blobs.example', 'https://blobs.example'],
    ['acct', 'https://blobs.example:8443//', 'https://blobs.example:8443'],
    ['devstoreaccount1', 'http://127.0.0.1:10000/devstoreaccount1', 'http://127.0.0.1:10000/devstoreaccount1'],
    ['devstoreaccount1', 'http://127.0.0.1:10000/devstoreaccount1/', 'http://127.0.0.1:10000/devstoreaccount1'],
    ['devstoreaccount1', 'http://127.0.0.1:10000', 'http://127.0.0.1:10000/devstoreaccount1'],
    ['devstoreaccount1', 'http://localhost:10000', 'http://localhost:10000/devstoreaccount1'],
    ['devstoreaccount1', 'http://[::1]:10000', 'http://[::1]:10000/devstoreaccount1'],
  ])('of account %s at %s is %s', (accountName, endpoint, expected) => {
    expect(account({ accountName, endpoint, accountKey: key })).toMatchObject({ endpoint: expected, accountName })
  })

  it.each([
    ['https://acct.blob.core.windows.net', 'acct'],
    ['https://acct.privatelink.blob.core.windows.net', 'acct'],
    ['https://acct.z1.blob.storage.azure.net', 'acct'],
    ['https://acct-secondary.blob.core.windows.net', 'acct'],
    ['http://127.0.0.1:10000/devstoreaccount1', 'devstoreaccount1'],
  ])('%s names the account by itself', (endpoint, accountName) => {
    expect(account({ endpoint, accountKey: key })).toMatchObject({ accountName, endpoint })
  })

  it('without any name is an error', () => {
    expect(() => account({ accountKey: key })).toThrow(/option accountName: expected a value, or else connectionString/)
    expect(() => account({ accountKey: key, endpoint: 'https://blobs.example' })).toThrow(
      /option accountName: expected the account/,
    )
  })
})

describe('credentials', () => {
  const string = `AccountName=acct;AccountKey=${key}`
  it.each<[string, Partial<AzureBlobFilesystemOptions>, object]>([
    [
      'connectionString',
      { connectionString: string, accountKey: 'b3RoZXI=', sasToken: sas, useDefaultCredential: true },
      { kind: 'key', accountKey: key },
    ],
    ['accountKey', { accountKey: key, sasToken: sas, useDefaultCredential: true }, { kind: 'key', accountKey: key }],
    ['sasToken', { sasToken: sas, useDefaultCredential: true }, { kind: 'sas', sasToken: sas }],
    ['sasToken with ?', { sasToken: `?${sas}` }, { kind: 'sas', sasToken: sas }],
    ['useDefaultCredential', { useDefaultCredential: true }, { kind: 'default' }],
    ['nothing', {}, { kind: 'anonymous' }],
  ])('%s counts first', (_, options, expected) => {
    expect(account({ accountName: 'acct', ...options }).credential).toMatchObject(expected)
  })

  it('nothing at all only reads, and is an error with an endpoint of one’s own', () => {
    expect(new AzureBlobFilesystem({ container: 'box', accountName: 'acct' }).readOnly).toBe(true)
    expect(() => account({ endpoint: 'https://acct.blob.core.windows.net' })).toThrow(
      /option endpoint: expected credentials/,
    )
  })
})

describe('a connection string', () => {
  it.each([
    [`AccountName=acct;AccountKey=${key}`, usual],
    [`DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=${key};EndpointSuffix=core.windows.net`, usual],
    [` AccountName = acct ; AccountKey = ${key} ;; `, usual],
    [
      `DefaultEndpointsProtocol=http;AccountName=acct;AccountKey=${key};EndpointSuffix=core.chinacloudapi.cn`,
      'http://acct.blob.core.chinacloudapi.cn',
    ],
    [
      `AccountName=acct;AccountKey=${key};BlobEndpoint=https://acct.privatelink.blob.core.windows.net/;QueueEndpoint=https://q`,
      'https://acct.privatelink.blob.core.windows.net',
    ],
    ['UseDevelopmentStorage=true', 'http://127.0.0.1:10000/devstoreaccount1'],
  ])('%s has a key', (connectionString, endpoint) => {
    expect(account({ connectionString })).toMatchObject({ endpoint, credential: { kind: 'key' } })
  })

  it('may have a signature instead', () => {
    const connectionString = `BlobEndpoint=https://acct.blob.core.windows.net;SharedAccessSignature=${sas}`
    expect(account({ connectionString })).toMatchObject({
      endpoint: usual,
      accountName: 'acct',
      credential: { sasToken: sas },
    })
  })

  it('[F12] gives way to an explicit endpoint, in requests and in mounts', () => {
    const endpoint = 'https://acct.privatelink.blob.core.windows.net'
    const options = { container: 'box', connectionString: `AccountName=acct;AccountKey=${key}`, endpoint }
    expect(account(options)).toMatchObject({ endpoint })
    expect(new AzureBlobFilesystem(options).getMountConfig()).toMatchObject({
      accountName: 'acct',
      accountKey: key,
      endpoint,
    })
  })

  it.each([
    [''],
    ['hunter2'],
    ['AccountName=acct'],
    [`AccountKey=${key}`],
    ['AccountName=acct;AccountKey=not base64'],
    [`AccountName=UPPER;AccountKey=${key}`],
    [`AccountName=acct;AccountKey=${key};BlobEndpoint=ftp://x`],
    ['BlobEndpoint=https://acct.blob.core.windows.net'],
    ['BlobEndpoint=https://acct.blob.core.windows.net;SharedAccessSignature=sv=1'],
  ])('%j is refused and not shown', (connectionString) => {
    const error = fault({ connectionString })
    expect(error).toContain('option connectionString')
    expect(error).not.toMatch(/hunter2|aHVudGVyMg|got "A/)
  })
})

describe('[BR-116] a container', () => {
  it.each(['$web', '$root', '$logs', 'abc', 'a-b-c', '0'.repeat(63)])('may be called %s', (container) => {
    expect(new AzureBlobFilesystem({ container, accountName: 'acct' }).getMountConfig()).toMatchObject({ container })
  })

  it.each(['a--b', 'UPPER', 'ab', 'a'.repeat(64), '-ab', 'ab-', '$other', 'a.b', 'a/b', '$(x)', 'a b', 'abc\n', ''])(
    'may not be called %j',
    (container) => {
      expect(fault({ container, accountName: 'acct' })).toContain('option container')
    },
  )

  it('is needed', () => {
    expect(fault({ container: undefined, accountName: 'acct' })).toContain('option container')
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
    'https://h/?sig=x',
    'h#x',
    'https://u:p@h',
    'file:///etc',
  ]
  it.each(['accountName', 'accountKey', 'endpoint'] as const)('are refused as %s', (name) => {
    for (const value of hostile) {
      expect(fault({ accountName: 'acct', accountKey: key, [name]: value })).toContain(`option ${name}`)
    }
  })

  it('are refused as sasToken', () => {
    for (const value of [
      '',
      'sv=1',
      'hunter2',
      'sig=hunter2 x',
      'sig=hunter2\n',
      'sig=hunter2"',
      'sig=`hunter2`',
      'sig=a#b',
    ]) {
      const error = fault({ accountName: 'acct', sasToken: value })
      expect(error).toContain('option sasToken')
      expect(error).not.toContain('hunter2')
    }
  })

  it('and names that are no options are named', () => {
    expect(fault({ accountName: 'acct', acountKey: key } as Partial<AzureBlobFilesystemOptions>)).toContain(
      'accountKey',
    )
  })
})

/** What refuses the options. */
function fault(options: Partial<AzureBlobFilesystemOptions>): string {
  try {
    const filesystem = new AzureBlobFilesystem({ container: 'box', ...options })
    return `nothing refused ${filesystem.id}`
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === 'INVALID_ARGUMENT') return String(error)
    throw error
  }
}
