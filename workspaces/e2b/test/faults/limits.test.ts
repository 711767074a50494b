import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { machinesOf } from './support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('too many machines', () => {
  it('is a quota error; nothing is made, and the next start is a new attempt', async () => {
    target.emulator.faults.limitSandboxes(1)
    await using first = target.make()
    await first.start()
    const second = target.make()
    expect(await see(second.start())).toBe('SandboxProviderError QUOTA_EXCEEDED safe')
    expect(second.status).toBe('error')
    expect(await machinesOf(target, second.id)).toEqual([])
    await first.stop()
    await second.start()
    expect(await machinesOf(target, second.id)).toHaveLength(1)
  })

  it('is told at once, and names what it can be', async () => {
    target.emulator.faults.exceedQuota()
    const sandbox = target.make({ startTimeoutMs: 60_000 })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      retry: 'safe',
      provider: 'e2b',
      message: expect.stringContaining('startTimeoutMs') as string,
    })
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(1)
  })
})

it('a rate limit is waited for as long as the start may take, and no longer', async () => {
  const { journal, faults } = target.emulator
  const fault = { status: 429, headers: { 'Retry-After': '1' } }
  faults.next(['GET /v2/sandboxes', 'POST /v2/sandboxes'], { ...fault, times: 2 })
  expect(await target.make().start()).toEqual({ outcome: 'created' })
  const after = journal.last
  faults.next('POST /v2/sandboxes', { status: 429, headers: { 'Retry-After': '30' }, times: 9 })
  const sandbox = target.make({ startTimeoutMs: 1500 })
  await expect(sandbox.start()).rejects.toMatchObject({ retry: expect.stringMatching(/safe|ambiguous/) as string })
  expect(journal.count({ route: 'POST /v2/sandboxes', after })).toBe(1)
  expect(await machinesOf(target, sandbox.id)).toEqual([])
})
