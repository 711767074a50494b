import { createProviderRegistry } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { PlatformFilesystem, platformFilesystemProvider } from '../../src/index.js'

const secrets = { accessToken: 'token-of-this-test' }
const options = {
  bucketName: 'box',
  projectId: 'project-1',
  baseUrl: 'https://platform.example',
  prefix: '/team/a/',
  readOnly: true,
  displayName: 'Reports',
  icon: 'folder',
  description: 'What we know.',
}

describe('platformFilesystemProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(platformFilesystemProvider.id).toBe('platform')
  })

  it('describes the options as plain JSON Schema, and asks for nothing that the environment can give', () => {
    const { configSchema } = platformFilesystemProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      properties: {
        accessToken: { type: 'string', writeOnly: true },
        projectId: { type: 'string' },
        bucketName: { type: 'string' },
        readOnly: { type: 'boolean', default: false },
        sandboxProvider: { enum: ['railway', 'e2b'], default: 'railway' },
      },
    })
    expect(configSchema).not.toHaveProperty('required')
    for (const name of ['fetch', 'sessionId', 'threadId']) expect(configSchema).not.toHaveProperty(`properties.${name}`)
  })

  it('makes the same filesystem from what the first one tells of itself, without its secrets', async () => {
    const described = new PlatformFilesystem({ ...options, ...secrets }).getInfo()
    expect(JSON.stringify(described)).not.toContain(secrets.accessToken)
    expect(described).toMatchObject({
      name: 'PlatformFilesystem',
      provider: 'platform',
      icon: 'folder',
      readOnly: true,
      metadata: { bucketName: 'box', projectId: 'project-1', prefix: 'team/a', baseUrl: options.baseUrl },
    })
    const stored = JSON.parse(JSON.stringify(described.metadata)) as Record<string, unknown>
    const again = await platformFilesystemProvider.createFilesystem({ ...stored, ...secrets })
    expect(again.getInfo?.()).toMatchObject({ readOnly: true, metadata: described.metadata })
    expect((again as PlatformFilesystem).displayName).toBe('Reports')
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ filesystems: [platformFilesystemProvider] })
    const made = await registry.createFilesystem({ provider: 'platform', config: { ...options, ...secrets } })
    expect(made).toBeInstanceOf(PlatformFilesystem)
  })

  it('checks options as the constructor does', () => {
    expect(() => platformFilesystemProvider.createFilesystem({ bucketName: 'a/b' })).toThrow(/option bucketName/)
    expect(() => new PlatformFilesystem({ bucketName: '..' })).toThrow(/option bucketName/)
    expect(() => new PlatformFilesystem({ ...options, icons: 'x' } as never)).toThrow(/perhaps "icon"/)
  })
})

describe('PlatformFilesystem', () => {
  it('is never mounted in a sandbox, and says so by having no configuration for it [P21]', () => {
    const filesystem = new PlatformFilesystem({ ...options, ...secrets })
    expect(filesystem).not.toHaveProperty('getMountConfig')
    expect(filesystem).not.toHaveProperty('createMounter')
  })

  it('tells a missing token and project by the first call, by option and variable', async () => {
    const filesystem = new PlatformFilesystem({ bucketName: 'box', baseUrl: 'http://127.0.0.1:9' })
    const reading: unknown = await filesystem.readFile('a').catch((thrown: unknown) => thrown)
    expect(reading).toMatchObject({ code: 'UNAUTHENTICATED', provider: 'platform' })
    const { message } = reading as Error
    for (const name of ['accessToken', 'MASTRA_PLATFORM_ACCESS_TOKEN', 'projectId', 'MASTRA_PROJECT_ID']) {
      expect(message).toContain(name)
    }
  })
})
