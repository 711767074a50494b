import { describe, expect, it } from 'vitest'
import { FakeProvider, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

describe('networking.getPortUrl', () => {
  const supports = { ports: true }

  it('[C04] asks nobody when attached', async () => {
    const sandbox = new FakeSandbox({ supports })
    await sandbox.start()
    const before = sandbox.cloud.journal.length
    expect(await sandbox.networking?.getPortUrl(3000)).toBe('https://3000-m1.test')
    expect(sandbox.cloud.journal).toHaveLength(before)
  })

  it('[E18] finds the machine of another process by its identity and does not wake it', async () => {
    const cloud = new FakeProvider()
    const machine = cloud.add('box', 'paused')
    const sandbox = new FakeSandbox({ cloud, supports })
    expect(await sandbox.networking?.getPortUrl(3000)).toBe('https://3000-m1.test')
    expect(machine.state).toBe('paused')
    expect(cloud.journal).toEqual(['find box'])
    expect(sandbox.status).toBe('pending')
  })

  it('is null where there is no machine, and where one cannot be looked up without being attached', async () => {
    expect(await new FakeSandbox({ supports }).networking?.getPortUrl(3000)).toBeNull()
    const cloud = new FakeProvider()
    cloud.add('box')
    const attachedOnly = new FakeSandbox({ cloud, supports: { ports: true, detachedLifecycle: false } })
    expect(await attachedOnly.networking?.getPortUrl(3000)).toBeNull()
    expect(cloud.journal).toEqual([])
  })

  it('[P3] says why a look-up failed instead of "no address"', async () => {
    const sandbox = new FakeSandbox({ supports })
    sandbox.cloud.before = () => {
      throw new VendorError({ code: 'UNAUTHENTICATED' })
    }
    await expect(sandbox.networking?.getPortUrl(3000)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([0, -1, 65_536, 1.5, Number.NaN])('refuses port %d', async (port) => {
    const { networking } = new FakeSandbox({ supports })
    await expect(networking?.getPortUrl(port)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
