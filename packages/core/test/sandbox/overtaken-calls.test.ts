import { describe, expect, it } from 'vitest'
import { FakeProvider, until, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

/** A command whose start is answered only when the test says so. */
function holdSpawn(cloud: FakeProvider): { fail: () => void } {
  let fail = (): void => undefined
  const held = new Promise<void>((_resolve, reject) => {
    fail = () => reject(new VendorError({ code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }, 'connection cut'))
  })
  cloud.after = (operation) => (operation === 'spawn' ? held : undefined)
  return { fail: () => fail() }
}

describe('a call that is cut because its machine was ended on purpose', () => {
  for (const end of ['stop', 'destroy'] as const) {
    it(`[P1] [P7] says so after ${end}(), and asks nobody`, async () => {
      const cloud = new FakeProvider()
      const sandbox = new FakeSandbox({ cloud })
      await sandbox.start()
      const spawn = holdSpawn(cloud)
      const call = sandbox.executeCommand('echo').catch((error: unknown) => error)
      await until(() => cloud.count('spawn') === 1)
      await sandbox[end]()
      spawn.fail()
      expect(await call).toMatchObject({ code: 'INVALID_STATE', retry: 'ambiguous', operation: 'start a command' })
      expect(cloud.count('inspect')).toBe(0)
    })
  }

  it('[P2] is judged as ever when the stop failed', async () => {
    const cloud = new FakeProvider()
    const sandbox = new FakeSandbox({ cloud })
    await sandbox.start()
    const spawn = holdSpawn(cloud)
    const call = sandbox.executeCommand('echo').catch((error: unknown) => error)
    await until(() => cloud.count('spawn') === 1)
    cloud.before = (operation) => {
      if (operation === 'stop') throw new VendorError({ code: 'UNAVAILABLE' })
    }
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    spawn.fail()
    expect(await call).toMatchObject({ code: 'UNAVAILABLE' })
    expect(cloud.count('inspect')).toBe(1)
  })
})
