import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated()
const print = 'echo "${A-unset}/${B-unset}"'

it('[D05] [D08] leaves to commands what another sandbox object gave the machine when it was made', async () => {
  const id = 'environment-of-another'
  await using first = emulated.make({ id, env: { A: '1', B: '2' } })
  await first.start()
  const second = emulated.make({ id, env: { B: '3' } })
  await second.start()
  expect((await second.executeCommand(print)).stdout).toBe('1/3\n')
  expect((await second.executeCommand(print, [], { onStdout: () => undefined })).stdout).toBe('1/3\n')
})

it('[D05] takes from a command what its own options gave the machine, where the call says so', async () => {
  await using sandbox = emulated.make({ env: { A: '1', B: '2' } })
  await sandbox.start()
  const env = { A: undefined }
  expect((await sandbox.executeCommand(print, [], { env })).stdout).toBe('unset/2\n')
  expect((await sandbox.executeCommand(print, [], { env, onStdout: () => undefined })).stdout).toBe('unset/2\n')
})
