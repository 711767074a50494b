import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { livingCount } from './support/machines.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('too many machines', () => {
  it('is a typed error; nothing is made, and the next start is a new attempt', async () => {
    target.emulator.faults.limitSandboxes(1)
    const [first, second] = [target.make(), target.make()]
    await first.start()
    expect(await seePlatform(second.start())).toMatch(/^PlatformApiError (PERMISSION_DENIED|QUOTA_EXCEEDED) never$/)
    expect(second.status).toBe('error')
    await first.stop()
    await second.start()
    expect(await livingCount(target)).toBe(1)
  })

  it('is told at once, in the words of the platform', async () => {
    target.emulator.faults.exceedQuota()
    await expect(target.make().start()).rejects.toMatchObject({
      code: 'quota_exceeded',
      proxyMessage: 'The quota of sandboxes is used up',
    })
    expect(target.emulator.journal.count({ route: routes.create })).toBe(1)
  })
})

it('a rate limit is waited for as long as the start may take, and no longer', async () => {
  const { journal, faults } = target.emulator
  faults.rateLimit(routes.create, { retryAfterSeconds: 1, times: 2 })
  expect(await target.make().start()).toEqual({ outcome: 'created' })
  const after = journal.last
  faults.rateLimit(routes.create, { retryAfterSeconds: 30, times: 9 })
  const sandbox = target.make({ startTimeoutMs: 1500 })
  expect(await seePlatform(sandbox.start())).toMatch(/ (safe|ambiguous)$/)
  expect(journal.count({ route: routes.create, after })).toBe(1)
  faults.clear()
  expect(await livingCount(target)).toBe(1)
})
