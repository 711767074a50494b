import { everySandboxOption } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { cloneDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'

/** Every option, so that a new one cannot be forgotten. */
const parent: Required<DaytonaSandboxOptions> = {
  ...everySandboxOption,
  sandboxId: 'machine-of-the-parent',
  name: 'Parent',
  timeout: 60_000,
  language: 'python',
  snapshot: 'my-snapshot',
  image: 'node:20',
  resources: { cpu: 2 },
  strictOptions: false,
  labels: { team: 'a' },
  user: 'root',
  public: true,
  ephemeral: true,
  autoStopInterval: 5,
  autoArchiveInterval: 60,
  autoDeleteInterval: 0,
  volumes: [{ volumeId: 'v', mountPath: '/v' }],
  networkBlockAll: true,
  networkAllowList: '10.0.0.0/8',
  domainAllowList: 'example.com',
  secrets: { TOKEN: 'my-token' },
  computerUse: true,
  apiKey: 'key',
  jwtToken: 'token',
  organizationId: 'org',
  apiUrl: 'https://daytona.example/api',
  target: 'eu',
}

describe('a clone', () => {
  it('[D07] inherits everything, the limits of the network too, but not the identity', () => {
    const { id, sandboxId, name, ...rest } = cloneDaytonaOptions(parent)
    const { id: _, sandboxId: __, name: ___, ...inherited } = parent
    expect([id, sandboxId, name]).toEqual([undefined, undefined, undefined])
    expect(rest).toEqual(inherited)
  })

  it('takes what is given instead', () => {
    const overrides = { id: 'child', sandboxId: 'm-2', env: { B: '2' }, workingDirectory: '/other' }
    expect(cloneDaytonaOptions(parent, overrides)).toMatchObject(overrides)
  })

  it.each([
    [5, 5],
    [1.2, 2],
    [0.1, 1],
  ])('stops after %s idle minutes, rounded up to %s', (idleTimeoutMinutes, autoStopInterval) => {
    expect(cloneDaytonaOptions(parent, { idleTimeoutMinutes })).toMatchObject({ autoStopInterval })
  })

  it('ignores what means nothing to this provider', () => {
    const overrides = { actingUserId: 'u', checkpointName: 'c', seedCheckpointName: 's' }
    expect(Object.keys(cloneDaytonaOptions(parent, overrides)).toSorted()).toEqual(Object.keys(parent).toSorted())
  })

  it('refuses idle minutes that are none', () => {
    expect(() => cloneDaytonaOptions(parent, { idleTimeoutMinutes: 0 })).toThrow(/idleTimeoutMinutes: expected/)
  })
})
