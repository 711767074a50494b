import { expect, test } from 'vitest'
import { type Backing, openMachineHost, startDaytonaEmulator } from '@caisson/emulators'
import { connect } from './start.js'

async function isAvailable(backing: Backing): Promise<boolean> {
  try {
    await (await openMachineHost({ backing, prefix: 'caisson-probe' })).close()
    return true
  } catch {
    return false
  }
}

const available = await Promise.all(
  (['bubblewrap', 'directory'] as const).map(async (backing) => ({
    backing,
    works: await isAvailable(backing),
  })),
)

for (const { backing, works } of available) {
  test.skipIf(!works)(`works with ${backing}, and says what it lacks`, async () => {
    const emulator = await startDaytonaEmulator({ backing })
    const daytona = connect(emulator)
    try {
      const { network, machines } = emulator.describe()
      expect(network.includes('not enforced')).toBe(!machines.privateNetwork && !machines.networkFilter)
      const sandbox = await daytona.create({ networkBlockAll: true })
      await sandbox.fs.uploadFile(Buffer.from('kept'), 'kept.txt')
      expect((await sandbox.process.executeCommand('cat kept.txt ~/kept.txt')).result).toBe('keptkept')
      await sandbox.stop()
      await sandbox.start()
      expect((await sandbox.fs.downloadFile('kept.txt')).toString()).toBe('kept')
      await sandbox.delete(5, true)
    } finally {
      await daytona[Symbol.asyncDispose]()
      await emulator.close()
    }
  })
}
