import { startDaytonaEmulator, type DaytonaEmulator } from '@caisson/emulators'
import { Daytona, type CreateSandboxFromImageParams, type Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { creationOf, resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'

let emulator: DaytonaEmulator
let client: Daytona
beforeAll(async () => {
  emulator = await startDaytonaEmulator({ apiKeys: ['key'], snapshots: ['my-snapshot'] })
  const { connection } = resolveDaytonaOptions({ apiKey: 'key', apiUrl: emulator.apiUrl, target: 'us' }, {})
  client = new Daytona({ ...connection, useDeprecatedPolling: true })
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await emulator.close()
})

/** Makes a machine of the options with the stock SDK. */
async function create(options: DaytonaSandboxOptions): Promise<Sandbox> {
  const resolved = resolveDaytonaOptions(options, {})
  const sandbox = await client.create(
    creationOf(resolved, { id: resolved.id, env: { A: 'a b' } }) as CreateSandboxFromImageParams,
  )
  onTestFinished(() => client.delete(sandbox))
  return sandbox
}

describe('a creation', () => {
  it('[D02] [D04] [D05] [D07] is what the stock SDK sends and the control plane keeps', async () => {
    const sandbox = await create({
      id: 'sent',
      name: 'My machine',
      language: 'python',
      labels: { team: 'a', size: 3 },
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 60,
      autoDeleteInterval: -1,
      networkBlockAll: true,
      networkAllowList: '10.0.0.0/8, 192.168.0.0/16',
      domainAllowList: '*.example.com',
    })
    expect(await client.get(sandbox.id)).toMatchObject({
      name: 'My machine',
      labels: { team: 'a', size: '3', 'mastra-sandbox-id': 'sent', 'code-toolbox-language': 'python' },
      env: { A: 'a b' },
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 60,
      autoDeleteInterval: -1,
      networkBlockAll: true,
      networkAllowList: '10.0.0.0/8,192.168.0.0/16',
      domainAllowList: '*.example.com',
    })
  })

  it('has the vendor’s defaults where nothing was said', async () => {
    const sandbox = await create({ id: 'plain' })
    expect(await client.get(sandbox.id)).toMatchObject({
      name: 'plain',
      labels: { 'mastra-sandbox-id': 'plain', 'code-toolbox-language': 'typescript' },
      public: false,
      networkBlockAll: false,
      autoStopInterval: 15,
      autoArchiveInterval: 10_080,
      autoDeleteInterval: -1,
    })
  })

  it.each<[string, DaytonaSandboxOptions, Record<string, unknown>]>([
    ['a snapshot', { snapshot: 'my-snapshot', image: 'debian:12', resources: { cpu: 2 } }, { snapshot: 'my-snapshot' }],
    ['nothing, with resources', { resources: { cpu: 2 } }, { cpu: 1 }],
    ['an image', { image: 'debian:12', resources: { cpu: 2, memory: 4, disk: 6 } }, { cpu: 2, memory: 4, disk: 6 }],
  ])('[D03] of %s is accepted', async (_, options, expected) => {
    expect(await create({ ...options, id: 'made-of' })).toMatchObject(expected)
  })

  it('[D06] attaches volumes', async () => {
    const volume = await client.volume.create('my-data')
    await expect.poll(async () => (await client.volume.get('my-data')).state).toBe('ready')
    const volumes = [{ volumeId: volume.id, mountPath: '/mnt/data', subpath: 'a/b' }]
    const sandbox = await create({ id: 'with-volume', volumes })
    expect((await client.get(sandbox.id)).volumes).toEqual(volumes)
  })

  it('[D04] of what is ephemeral is not commented on by the SDK', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    expect(await create({ id: 'short', ephemeral: true, autoDeleteInterval: 5 })).toMatchObject({
      autoDeleteInterval: 0,
    })
    expect(warn).not.toHaveBeenCalled()
  })
})
