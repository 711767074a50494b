import { createProviderRegistry } from '@caisson/core/editor'
import { Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { DaytonaSandbox } from '../../src/daytona-sandbox.js'
import type { DaytonaSandboxOptions } from '../../src/options/index.js'
import { daytonaSandboxProvider } from '../../src/provider.js'

const options: DaytonaSandboxOptions = {
  timeout: 60_000,
  language: 'python',
  image: 'node:20-slim',
  resources: { cpu: 2, memory: 4 },
  env: { PASSWORD: 'hunter2' },
  labels: { team: 'a', size: 3 },
  user: 'root',
  public: true,
  autoStopInterval: 0,
  autoArchiveInterval: 60,
  autoDeleteInterval: -1,
  volumes: [{ volumeId: 'v', mountPath: '/v' }],
  networkBlockAll: true,
  networkAllowList: '10.0.0.0/8',
  domainAllowList: 'example.com',
  secrets: { TOKEN: 'my-token' },
  apiUrl: 'https://daytona.example/api',
  target: 'eu',
  apiKey: 'hunter2',
  jwtToken: 'hunter2',
  organizationId: 'org',
  instructions: 'Be careful.',
  workingDirectory: '/work',
}

async function describeSandbox(sandbox: DaytonaSandbox): Promise<Record<string, unknown>> {
  const { metadata = {} } = await sandbox.getInfo()
  return metadata
}

async function create(config: Record<string, unknown>): Promise<DaytonaSandbox> {
  const sandbox = await daytonaSandboxProvider.createSandbox(config)
  if (sandbox instanceof DaytonaSandbox) return sandbox
  throw new TypeError('Expected a DaytonaSandbox')
}

describe('daytonaSandboxProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(daytonaSandboxProvider).toMatchObject({ id: 'daytona', name: 'Daytona Sandbox' })
  })

  it('describes the options as plain JSON Schema', () => {
    const { configSchema } = daytonaSandboxProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      properties: {
        timeout: { type: 'number', default: 300_000, minimum: 0 },
        language: { type: 'string', enum: ['typescript', 'javascript', 'python'], default: 'typescript' },
        snapshot: { type: 'string' },
        image: { type: 'string' },
        resources: { type: 'object', additionalProperties: false },
        env: { type: 'object', additionalProperties: { type: 'string' }, writeOnly: true },
        labels: { type: 'object' },
        autoStopInterval: { type: 'integer', minimum: 0, default: 15 },
        volumes: { type: 'array', items: { type: 'object', required: ['volumeId', 'mountPath'] } },
        networkAllowList: { type: 'string' },
        apiKey: { type: 'string', writeOnly: true },
        jwtToken: { type: 'string', writeOnly: true },
      },
    })
    expect(configSchema).not.toHaveProperty('required')
  })

  it('makes the same sandbox from what the first one tells of itself', async () => {
    const described = await describeSandbox(new DaytonaSandbox(options))
    expect(JSON.stringify(described)).not.toContain('hunter2')
    const { env: _, apiKey: __, jwtToken: ___, ...shown } = options
    expect(described).toMatchObject({ ...shown, envNames: ['PASSWORD'] })
    const stored = JSON.parse(JSON.stringify(described)) as Record<string, unknown>
    const observations = { sandboxId: 'm-1', state: 'started', unknown: 1 }
    const again = await create({ ...stored, ...observations, env: options.env, apiKey: 'k' })
    expect(await describeSandbox(again)).toEqual(described)
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ sandboxes: [daytonaSandboxProvider] })
    const stored = await registry.snapshotSandbox(new DaytonaSandbox(options))
    expect(stored.provider).toBe('daytona')
    const again = await registry.createSandbox(stored)
    expect(again).toBeInstanceOf(DaytonaSandbox)
    expect((await registry.snapshotSandbox(again)).config).toEqual(stored.config)
  })

  it('does not make another machine in silence', async () => {
    const image = Image.base('debian:12')
    const described = await describeSandbox(new DaytonaSandbox({ image }))
    await expect(create(described)).rejects.toThrow(/option image: expected the value that the sandbox had/)
    await expect(create({ ...described, image })).resolves.toBeInstanceOf(DaytonaSandbox)
  })

  it('checks options as the constructor does', async () => {
    await expect(create({ autoStopInterval: 'long' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(create({ apiUrl: 'host' })).rejects.toThrow(/DAYTONA_API_URL/)
  })
})
