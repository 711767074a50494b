import { createProviderRegistry } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { S3Filesystem, s3FilesystemProvider, type S3FilesystemOptions } from '../../src/index.js'

const options: S3FilesystemOptions = {
  bucket: 'data',
  region: 'auto',
  endpoint: 'https://account.r2.cloudflarestorage.com',
  accessKeyId: 'AKIA-hunter2',
  secretAccessKey: 'hunter2',
  sessionToken: 'hunter2',
  prefix: 'team/a',
  readOnly: true,
  displayName: 'Team',
  description: 'Files of the team.',
  instructions: 'Be careful.',
}

async function create(config: Record<string, unknown>): Promise<S3Filesystem> {
  const filesystem = await s3FilesystemProvider.createFilesystem(config)
  if (filesystem instanceof S3Filesystem) return filesystem
  throw new TypeError('Expected an S3Filesystem')
}

describe('[C16] s3FilesystemProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(s3FilesystemProvider).toMatchObject({ id: 's3', name: 'S3 bucket' })
  })

  it('describes the options as plain JSON Schema', () => {
    const { configSchema } = s3FilesystemProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      required: ['bucket', 'region'],
      additionalProperties: false,
      properties: {
        bucket: { type: 'string' },
        region: { type: 'string' },
        accessKeyId: { type: 'string', writeOnly: true },
        secretAccessKey: { type: 'string', writeOnly: true },
        sessionToken: { type: 'string', writeOnly: true },
        endpoint: { type: 'string' },
        forcePathStyle: { type: 'boolean', default: false },
        prefix: { type: 'string' },
        readOnly: { type: 'boolean', default: false },
      },
    })
    for (const name of ['credentials', 'onInit', 'onDestroy'])
      expect(configSchema).not.toHaveProperty(`properties.${name}`)
  })

  it('makes the same filesystem from what the first one tells of itself', async () => {
    const { metadata = {} } = new S3Filesystem(options).getInfo()
    expect(JSON.stringify(metadata)).not.toContain('hunter2')
    const stored = JSON.parse(JSON.stringify(metadata)) as Record<string, unknown>
    const { accessKeyId, secretAccessKey } = options
    const again = await create({ ...stored, accessKeyId, secretAccessKey, unknown: 1 })
    expect(again.getInfo().metadata).toEqual(metadata)
    expect(again.getInstructions()).toBe('Be careful.')
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ filesystems: [s3FilesystemProvider] })
    const stored = await registry.snapshotFilesystem(new S3Filesystem(options))
    expect(stored.provider).toBe('s3')
    expect(JSON.stringify(stored)).not.toContain('hunter2')
    const again = await registry.createFilesystem(stored)
    expect(again).toBeInstanceOf(S3Filesystem)
  })

  it('checks options as the constructor does', async () => {
    await expect(create({ bucket: 'data' })).rejects.toThrow('S3Filesystem option region')
    await expect(create({ ...options, endpoint: 'host' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
