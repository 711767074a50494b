import { createProviderRegistry } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { GCSFilesystem, gcsFilesystemProvider } from '../../src/index.js'

const secrets = { credentials: { client_email: 'a@b', private_key: 'hunter2' } }
const options = {
  bucket: 'box',
  projectId: 'project-1',
  endpoint: 'https://private.googleapis.com',
  prefix: '/team/a/',
  readOnly: true,
  displayName: 'Reports',
  icon: 'cloud',
  description: 'What we know.',
}

describe('gcsFilesystemProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(gcsFilesystemProvider).toMatchObject({ id: 'gcs', name: 'Google Cloud Storage' })
  })

  it('describes the options as plain JSON Schema', () => {
    const { configSchema } = gcsFilesystemProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      required: ['bucket'],
      properties: {
        bucket: { type: 'string' },
        projectId: { type: 'string' },
        credentials: { type: ['object', 'string'], writeOnly: true },
        endpoint: { type: 'string' },
        prefix: { type: 'string' },
        readOnly: { type: 'boolean', default: false },
      },
    })
  })

  it('makes the same filesystem from what the first one tells of itself, without its secrets', async () => {
    const first = new GCSFilesystem({ ...options, ...secrets })
    const described = first.getInfo()
    expect(JSON.stringify(described)).not.toMatch(/hunter2|a@b/)
    expect(described).toMatchObject({
      name: 'GCSFilesystem',
      provider: 'gcs',
      icon: 'cloud',
      readOnly: true,
      metadata: { bucket: 'box', projectId: 'project-1', prefix: 'team/a', endpoint: options.endpoint },
    })
    const stored = JSON.parse(JSON.stringify(described.metadata)) as Record<string, unknown>
    const again = await gcsFilesystemProvider.createFilesystem({ ...stored, ...secrets })
    expect((again as GCSFilesystem).getMountConfig()).toEqual(first.getMountConfig())
    expect((again as GCSFilesystem).displayName).toBe('Reports')
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ filesystems: [gcsFilesystemProvider] })
    const made = await registry.createFilesystem({ provider: 'gcs', config: { ...options, ...secrets } })
    expect(made).toBeInstanceOf(GCSFilesystem)
  })

  it('checks options as the constructor does', () => {
    expect(() => gcsFilesystemProvider.createFilesystem({})).toThrow(/option bucket/)
  })
})
