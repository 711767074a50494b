import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

it('starts, runs a command and is destroyed [E12] [E13]', async () => {
  await using sandbox = target.make()
  expect([sandbox.name, sandbox.provider, sandbox.status]).toEqual(['E2BSandbox', 'e2b', 'pending'])
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  const result = await sandbox.executeCommand('echo', ['hello world'], { env: { A: '1' } })
  expect(result).toMatchObject({ exitCode: 0, stdout: 'hello world\n', stderr: '' })
  await sandbox.destroy()
  expect(sandbox.status).toBe('destroyed')
})
