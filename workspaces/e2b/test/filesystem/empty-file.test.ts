import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

it('a file without content is written, also when its script has ended before its input is closed', async () => {
  await using sandbox = target.make()
  await sandbox.executeCommand('true')
  target.emulator.faults.next('POST /process.Process/CloseStdin', { latencyMs: 1000 })
  await sandbox.filesystem?.writeFile('/home/user/empty', '')
  expect(await sandbox.filesystem?.readFile('/home/user/empty', { encoding: 'utf8' })).toBe('')
})
