import { createProviderRegistry } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { AzureBlobFilesystem, azureBlobFilesystemProvider } from '../../src/index.js'

const secrets = { accountKey: 'aHVudGVyMg==', sasToken: 'sig=hunter2', connectionString: 'UseDevelopmentStorage=true' }
const options = {
  container: 'box',
  accountName: 'acct',
  endpoint: 'https://acct.privatelink.blob.core.windows.net',
  prefix: '/team/a/',
  readOnly: true,
  displayName: 'Reports',
  icon: 'cloud',
  description: 'What we know.',
}

describe('azureBlobFilesystemProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(azureBlobFilesystemProvider).toMatchObject({ id: 'azure-blob', name: 'Azure Blob Storage' })
  })

  it('describes the options as plain JSON Schema', () => {
    const { configSchema } = azureBlobFilesystemProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      required: ['container'],
      properties: {
        container: { type: 'string' },
        accountKey: { type: 'string', writeOnly: true },
        sasToken: { type: 'string', writeOnly: true },
        connectionString: { type: 'string', writeOnly: true },
        useDefaultCredential: { type: 'boolean', default: false },
        endpoint: { type: 'string' },
        prefix: { type: 'string' },
        readOnly: { type: 'boolean', default: false },
      },
    })
  })

  it('makes the same filesystem from what the first one tells of itself, without its secrets', async () => {
    const first = new AzureBlobFilesystem({ ...options, ...secrets })
    const described = first.getInfo()
    expect(JSON.stringify(described)).not.toMatch(/hunter2|aHVudGVyMg|UseDevelopment/)
    expect(described).toMatchObject({
      name: 'AzureBlobFilesystem',
      provider: 'azure-blob',
      icon: 'cloud',
      readOnly: true,
      metadata: { container: 'box', bucket: 'box', prefix: 'team/a', endpoint: options.endpoint },
    })
    const stored = JSON.parse(JSON.stringify(described.metadata)) as Record<string, unknown>
    const again = await azureBlobFilesystemProvider.createFilesystem({ ...stored, ...secrets })
    expect((again as AzureBlobFilesystem).getMountConfig()).toEqual(first.getMountConfig())
    expect((again as AzureBlobFilesystem).displayName).toBe('Reports')
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ filesystems: [azureBlobFilesystemProvider] })
    const made = await registry.createFilesystem({ provider: 'azure-blob', config: { ...options, ...secrets } })
    expect(made).toBeInstanceOf(AzureBlobFilesystem)
  })

  it('checks options as the constructor does', () => {
    expect(() => azureBlobFilesystemProvider.createFilesystem({ accountName: 'acct' })).toThrow(/option container/)
  })
})
