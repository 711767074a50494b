import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { machinesOf } from './support/machines.js'
import { routes } from './support/routes.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('too many machines', () => {
  it('is a typed error; nothing is made, and the next start is a new attempt', async () => {
    target.emulator.faults.limitSandboxes(1)
    await using first = target.make()
    await first.start()
    const second = target.make()
    expect(await see(second.start())).toMatch(/^SandboxProviderError (PERMISSION_DENIED|QUOTA_EXCEEDED) never$/)
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
      provider: 'daytona',
      message: expect.stringContaining('limits') as string,
    })
    expect(target.emulator.journal.count({ route: routes.create })).toBe(1)
  })
})

it('a rate limit is waited for as long as the start may take, and no longer', async () => {
  const { journal, faults } = target.emulator
  faults.rateLimit([routes.list, routes.create], { retryAfterSeconds: 1, times: 2 })
  expect(await target.make().start()).toEqual({ outcome: 'created' })
  const after = journal.last
  faults.rateLimit(routes.create, { retryAfterSeconds: 30, times: 9 })
  const sandbox = target.make({ startTimeoutMs: 1500 })
  expect(await see(sandbox.start())).toMatch(/ (safe|ambiguous)$/)
  expect(journal.count({ route: routes.create, after })).toBe(1)
  expect(await machinesOf(target, sandbox.id)).toEqual([])
})
