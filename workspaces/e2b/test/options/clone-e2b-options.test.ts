import { everySandboxOption } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { cloneE2BOptions, type E2BSandboxOptions } from '../../src/options/index.js'

/** Every option, so that a new one cannot be forgotten. */
const parent: Required<E2BSandboxOptions> = {
  ...everySandboxOption,
  sandboxId: 'sbx-parent',
  template: 'my-template',
  defaultTemplate: { cpuCount: 4 },
  buildTimeoutMs: 1000,
  onBuildLog: () => undefined,
  timeout: 60_000,
  metadata: { team: 'a' },
  network: { denyOut: ['0.0.0.0/0'] },
  lifecycle: { onTimeout: 'kill' },
  checkpointName: 'a',
  seedCheckpointName: 'b',
  domain: 'own.example',
  apiUrl: 'https://api.own.example',
  sandboxUrl: 'https://sandbox.own.example',
  apiKey: 'key',
  accessToken: 'token',
}

describe('[E17] a clone', () => {
  it('inherits everything but the identity', () => {
    const { id, sandboxId, ...rest } = cloneE2BOptions(parent, {})
    const { id: _, sandboxId: __, ...inherited } = parent
    expect([id, sandboxId]).toEqual([undefined, undefined])
    expect(rest).toEqual(inherited)
  })

  it('takes what is given instead', () => {
    const checkpoints = { checkpointName: 'c', seedCheckpointName: 'd' }
    const overrides = {
      ...checkpoints,
      id: 'child',
      sandboxId: 'sbx-child',
      env: { B: '2' },
      workingDirectory: '/other',
    }
    expect(cloneE2BOptions(parent, { ...overrides, idleTimeoutMinutes: 1.5 })).toMatchObject({
      ...overrides,
      timeout: 90_000,
    })
    expect(cloneE2BOptions(parent, { env: { B: '2' } }).env).toEqual({ B: '2' })
  })

  it('ignores what means nothing to this provider', () => {
    expect(cloneE2BOptions(parent, { actingUserId: 'c' })).not.toHaveProperty('actingUserId')
  })

  it.each([[0], [-1], [NaN], [Infinity], ['5'], [null]])('refuses idleTimeoutMinutes %s', (idleTimeoutMinutes) => {
    const overrides = { idleTimeoutMinutes } as { idleTimeoutMinutes: number }
    expect(() => cloneE2BOptions(parent, overrides)).toThrow(
      /clone option idleTimeoutMinutes: expected a finite number/,
    )
  })
})
