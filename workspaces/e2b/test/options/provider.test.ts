import { createProviderRegistry } from '@caisson/core/editor'
import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import { E2BSandbox } from '../../src/e2b-sandbox.js'
import type { E2BSandboxOptions } from '../../src/options/index.js'
import { e2bSandboxProvider } from '../../src/provider.js'

const options: E2BSandboxOptions = {
  template: 'my-template',
  timeout: 60_000,
  env: { PASSWORD: 'hunter2' },
  metadata: { team: 'a', size: 3 },
  network: { denyOut: ['10.0.0.0/8'], allowPublicTraffic: false },
  lifecycle: { onTimeout: { action: 'pause', keepMemory: false } },
  domain: 'own.example',
  apiUrl: 'https://api.own.example',
  sandboxUrl: 'https://sandbox.own.example',
  apiKey: 'hunter2',
  accessToken: 'hunter2',
  instructions: 'Be careful.',
  workingDirectory: '/work',
}

async function describeSandbox(sandbox: E2BSandbox): Promise<Record<string, unknown>> {
  const { metadata = {} } = await sandbox.getInfo()
  return metadata
}

async function create(config: Record<string, unknown>): Promise<E2BSandbox> {
  const sandbox = await e2bSandboxProvider.createSandbox(config)
  if (sandbox instanceof E2BSandbox) return sandbox
  throw new TypeError('Expected an E2BSandbox')
}

describe('[E21] e2bSandboxProvider', () => {
  it('has the identity that stored configurations name', () => {
    expect(e2bSandboxProvider).toMatchObject({ id: 'e2b', name: 'E2B Sandbox' })
  })

  it('describes the options as plain JSON Schema', () => {
    const { configSchema } = e2bSandboxProvider
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    expect(configSchema).toMatchObject({
      type: 'object',
      properties: {
        template: { type: 'string' },
        timeout: { type: 'number', default: 300_000 },
        env: { type: 'object', additionalProperties: { type: 'string' }, writeOnly: true },
        metadata: { type: 'object' },
        lifecycle: { type: 'object', default: { onTimeout: 'pause' } },
        domain: { type: 'string' },
        apiUrl: { type: 'string' },
        apiKey: { type: 'string', writeOnly: true },
        accessToken: { type: 'string', writeOnly: true },
      },
    })
    expect(configSchema).not.toHaveProperty('required')
  })

  it('makes the same sandbox from what the first one tells of itself', async () => {
    const described = await describeSandbox(new E2BSandbox(options))
    expect(JSON.stringify(described)).not.toContain('hunter2')
    expect(described).toMatchObject({ envNames: ['PASSWORD'], metadata: options.metadata, network: options.network })
    const stored = JSON.parse(JSON.stringify(described)) as Record<string, unknown>
    const observations = { sandboxId: 'sbx-1', state: 'running', templateId: 'x', unknown: 1 }
    const again = await create({ ...stored, ...observations, env: options.env, apiKey: 'k' })
    expect(await describeSandbox(again)).toEqual(described)
  })

  it('goes through a registry', async () => {
    const registry = createProviderRegistry({ sandboxes: [e2bSandboxProvider] })
    const stored = await registry.snapshotSandbox(new E2BSandbox(options))
    expect(stored.provider).toBe('e2b')
    expect(stored.config).not.toHaveProperty('envNames')
    const again = await registry.createSandbox(stored)
    expect(again).toBeInstanceOf(E2BSandbox)
    expect((await registry.snapshotSandbox(again)).config).toEqual(stored.config)
  })

  it('does not make another machine or a more open one in silence', async () => {
    const template = Template().fromBaseImage()
    const network = { denyOut: ['0.0.0.0/0'], egressProxy: { address: 'a:1080', username: 'u', password: 'hunter2' } }
    const described = await describeSandbox(new E2BSandbox({ template, network }))
    expect(JSON.stringify(described)).not.toContain('hunter2')
    expect(described).toMatchObject({ network: { denyOut: ['0.0.0.0/0'] } })
    await expect(create(described)).rejects.toThrow(/option template: expected the value that the sandbox had/)
    await expect(create({ ...described, template: 'x' })).rejects.toThrow(/option network\.egressProxy/)
    await expect(create({ ...described, template: 'x', network })).resolves.toBeInstanceOf(E2BSandbox)
  })

  it('checks options as the constructor does', async () => {
    await expect(create({ timeout: 'long' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(create({ apiUrl: 'host' })).rejects.toThrow(/E2B_API_URL/)
  })
})
