import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

it('[BR-074] a machine that was stopped is started; one that was killed is replaced, once', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const { sandboxId = '' } = sandbox
  await target.emulator.faults.stop(sandboxId)
  expect(await sandbox.executeCommand('echo a')).toMatchObject({ stdout: 'a\n' })
  expect(sandbox.sandboxId).toBe(sandboxId)
  await target.emulator.faults.kill(sandboxId)
  expect(await sandbox.executeCommand('echo b')).toMatchObject({ stdout: 'b\n' })
  expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(2)
  expect(await listAll(target)).toHaveLength(1)
})

describe('[BR-075] a machine is dead when the control plane says so', () => {
  it.each([404, 410, 502])('whatever the body of a %i on the way to it says', async (status) => {
    const bodies = [{ message: 'sandbox not found' }, 'sandbox is not running', '<html>Bad Gateway</html>', '']
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    for (const body of bodies) {
      target.emulator.faults.next('POST /toolbox/process/execute', { status, body })
      await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await sandbox.executeCommand('echo same')).toMatchObject({ stdout: 'same\n' })
    }
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(1)
  })

  it('and is alive whatever commands print and files lack', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    for (const text of ['sandbox not found', '404', 'is not running', 'was terminated', 'No such container: x']) {
      const result = await sandbox.executeCommand(`echo "${text}" >&2; exit 1`)
      expect(result).toMatchObject({ exitCode: 1, stderr: `${text}\n` })
    }
    await expect(sandbox.filesystem?.readFile('/none')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'GET /sandbox/{id}' })).toBe(0)
  })
})

it.each(['stop', 'archive'] as const)('[BR-078] a machine after %s is started, and nothing is deleted', async (how) => {
  const machine = await makeForeign(target, 'box')
  const first = target.make({ id: 'box' })
  await first.executeCommand('echo kept > kept.txt')
  await target.emulator.faults[how](machine.id)
  const sandbox = target.make({ id: 'box' })
  expect(await sandbox.executeCommand('cat kept.txt')).toMatchObject({ stdout: 'kept\n' })
  expect(sandbox.sandboxId).toBe(machine.id)
  expect(target.emulator.journal.count({ route: 'DELETE /sandbox/{id}' })).toBe(0)
})

it.each([400, 403, 500])('[BR-080] a start of a stopped machine that is answered %i is not ignored', async (status) => {
  const sandbox = target.make()
  await sandbox.start()
  await sandbox.stop()
  target.emulator.faults.next('POST /sandbox/{id}/start', { status })
  await expect(sandbox.start()).rejects.toMatchObject({ provider: 'daytona' })
  expect(sandbox.status).toBe('error')
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  expect(await listAll(target)).toHaveLength(1)
})
