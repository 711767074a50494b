import { createProviderRegistry } from '@caisson/core/editor'
import { describe, expect, it } from 'vitest'
import { PlatformSandbox, platformSandboxProvider, Template, type PlatformSandboxOptions } from '../../src/index.js'

const template = Template().cpuCount(2).setEnvs({ NODE_ENV: 'test' }).setEnvs({ NPM: 'hunter2' }, { ephemeral: true })

const options: PlatformSandboxOptions = {
  environmentId: 'env-1',
  projectId: 'project-1',
  accessToken: 'hunter2',
  baseUrl: 'https://platform.example',
  urlPrefix: 'v1',
  sandboxProvider: 'e2b',
  actingUserId: 'user-1',
  seedCheckpointName: 'seed',
  idleTimeoutMinutes: 30,
  networkIsolation: 'PRIVATE',
  timeout: 60_000,
  stopBehavior: 'detach',
  env: { PASSWORD: 'hunter2' },
  instructions: 'Be careful.',
  workingDirectory: '/work',
}

async function describeSandbox(sandbox: PlatformSandbox): Promise<Record<string, unknown>> {
  const { metadata = {} } = await sandbox.getInfo()
  return metadata
}

async function create(config: Record<string, unknown>): Promise<PlatformSandbox> {
  const sandbox = await platformSandboxProvider.createSandbox(config)
  if (sandbox instanceof PlatformSandbox) return sandbox
  throw new TypeError('Expected a PlatformSandbox')
}

describe('platformSandboxProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(platformSandboxProvider).toMatchObject({ id: 'platform', name: 'Platform Sandbox' })
  })

  it('describes the options as plain JSON Schema, and asks for nothing that the environment can give', () => {
    const { configSchema } = platformSandboxProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      properties: {
        accessToken: { type: 'string', writeOnly: true },
        projectId: { type: 'string' },
        environmentId: { type: 'string' },
        sandboxProvider: { type: 'string', enum: ['railway', 'e2b'], default: 'railway' },
        template: {
          type: 'object',
          properties: { schemaVersion: { const: 1 } },
          required: ['schemaVersion', 'operations'],
        },
        idleTimeoutMinutes: { type: 'number', exclusiveMinimum: 0 },
        networkIsolation: { type: 'string', enum: ['ISOLATED', 'PRIVATE'], default: 'ISOLATED' },
        timeout: { type: 'number', minimum: 0 },
        stopBehavior: { type: 'string', enum: ['destroy', 'detach'], default: 'destroy' },
        env: { type: 'object', additionalProperties: { type: 'string' }, writeOnly: true },
      },
    })
    expect(configSchema).not.toHaveProperty('required')
    for (const name of ['fetch', 'sandboxId', 'sessionId', 'threadId', 'webSocketFactory', 'addressRegistry']) {
      expect(configSchema).not.toHaveProperty(`properties.${name}`)
    }
  })

  it('makes the same sandbox from what the first one tells of itself', async () => {
    const described = await describeSandbox(new PlatformSandbox(options))
    expect(JSON.stringify(described)).not.toContain('hunter2')
    const { env: _, accessToken: __, ...shown } = options
    expect(described).toMatchObject({ ...shown, envNames: ['PASSWORD'] })
    const stored = JSON.parse(JSON.stringify(described)) as Record<string, unknown>
    const observations = { sandboxId: 'sbx_1', platformStatus: 'RUNNING', unknown: 1 }
    const again = await create({ ...stored, ...observations, env: options.env, accessToken: 'k' })
    expect(await describeSandbox(again)).toEqual(described)
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ sandboxes: [platformSandboxProvider] })
    const stored = await registry.snapshotSandbox(new PlatformSandbox(options))
    expect(stored.provider).toBe('platform')
    const again = await registry.createSandbox(stored)
    expect(again).toBeInstanceOf(PlatformSandbox)
    expect((await registry.snapshotSandbox(again)).config).toEqual(stored.config)
  })

  it('stores a template as its definition, without what is for the build alone', async () => {
    const described = await describeSandbox(new PlatformSandbox({ template: template.runCmd('true') }))
    expect(JSON.stringify(described)).not.toContain('hunter2')
    const again = await create(JSON.parse(JSON.stringify(described)) as Record<string, unknown>)
    expect((await describeSandbox(again))['template']).toEqual(template.runCmd('true').toJSON())
  })

  it('does not make another machine in silence', async () => {
    const lazy = async (): Promise<typeof template> => template
    const described = await describeSandbox(new PlatformSandbox({ template: lazy }))
    await expect(create(described)).rejects.toThrow(/option template: expected the value that the sandbox had/)
    await expect(create({ ...described, template: lazy })).resolves.toBeInstanceOf(PlatformSandbox)
  })

  it('checks options as the constructor does', async () => {
    await expect(create({ idleTimeoutMinutes: 'long' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(create({ baseUrl: 'host' })).rejects.toThrow(/MASTRA_WORKSPACE_PROXY_URL/)
  })
})
