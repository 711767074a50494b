import { expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

it('starts, runs a command and is destroyed', async () => {
  await using sandbox = target.make()
  expect([sandbox.name, sandbox.provider, sandbox.status]).toEqual(['DaytonaSandbox', 'daytona', 'pending'])
  expect(() => sandbox.daytona).toThrow('not ready')
  expect(() => sandbox.instance).toThrow('not ready')
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  expect(sandbox.instance).toBe(sandbox.daytona)
  expect(sandbox.daytona.id).toBe(sandbox.sandboxId)
  const result = await sandbox.executeCommand('echo', ['hello world'], { env: { A: '1' } })
  expect(result).toMatchObject({ exitCode: 0, stdout: 'hello world\n', stderr: '' })
  await sandbox.destroy()
  expect(sandbox.status).toBe('destroyed')
  expect(sandbox.sandboxId).toBeUndefined()
})
