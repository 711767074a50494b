import { Sandbox } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, ownerKey } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const minute = 60_000

/** How long a machine has still to live. */
async function remainingMs(sandboxId: string): Promise<number> {
  const { endAt } = await Sandbox.getInfo(sandboxId, target.connection)
  return endAt.getTime() - Date.now()
}

describe('[BR-073] the lifetime of a machine', () => {
  it('is not shortened by a second client with a shorter one', async () => {
    const first = target.make({ id: 'box', timeout: 50 * minute })
    await first.start()
    const second = target.make({ id: 'box', timeout: 5 * minute })
    await second.start()
    await second.executeCommand('true')
    expect(second.sandboxId).toBe(first.sandboxId)
    expect(await remainingMs(first.sandboxId ?? '')).toBeGreaterThan(45 * minute)
  })

  it('[BR-080] begins anew when it is resumed: the request says how long', async () => {
    const sandbox = target.make({ timeout: 50 * minute })
    await sandbox.start()
    await sandbox.stop()
    await sandbox.start()
    expect(await remainingMs(sandbox.sandboxId ?? '')).toBeGreaterThan(45 * minute)
  })
})

it.each([400, 409, 500])('[BR-080] a resumption that is answered %i is not ignored', async (status) => {
  const sandbox = target.make()
  await sandbox.start()
  await sandbox.stop()
  target.emulator.faults.next('POST /v2/sandboxes/{id}/connect', { status })
  await expect(sandbox.start()).rejects.toMatchObject({ provider: 'e2b' })
  expect(sandbox.status).toBe('error')
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  expect(await listAll(target)).toHaveLength(1)
})

it('[BR-074] a machine that was paused is resumed; one that was killed is replaced, once', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const { sandboxId = '' } = sandbox
  await target.emulator.faults.pause(sandboxId)
  expect(await sandbox.executeCommand('echo a')).toMatchObject({ stdout: 'a\n' })
  expect(sandbox.sandboxId).toBe(sandboxId)
  await target.emulator.faults.kill(sandboxId)
  expect(await sandbox.executeCommand('echo b')).toMatchObject({ stdout: 'b\n' })
  expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(2)
  expect(await listAll(target)).toHaveLength(1)
})

describe('[BR-075] a machine is dead when the control plane says so', () => {
  it('whatever the body says that the edge answers', async () => {
    const bodies = [
      { sandboxId: 'x', message: 'The sandbox was not found', code: 502 },
      'sandbox is not running',
      '<html>Bad Gateway</html>',
      '',
    ]
    for (const body of bodies) {
      const sandbox = target.make()
      await sandbox.start()
      target.emulator.faults.next('POST /process.Process/Start', { status: 502, body })
      await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
      await target.emulator.faults.kill(sandbox.sandboxId ?? '')
      expect(await sandbox.executeCommand('echo new')).toMatchObject({ stdout: 'new\n' })
      await sandbox.destroy()
    }
  })

  it('and is alive whatever commands print and files lack', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    const texts = ['sandbox not found', '404', 'is not running', 'was terminated', 'No such container: x', 'paused']
    for (const text of texts) {
      const result = await sandbox.executeCommand(`echo "${text}" >&2; exit 1`)
      expect(result).toMatchObject({ exitCode: 1, stderr: `${text}\n` })
    }
    await expect(sandbox.filesystem?.readFile('/none')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'GET /sandboxes/{id}' })).toBe(0)
  })
})

it('[BR-076] a command whose stream is lost runs once, and its result is read on', async () => {
  const sandbox = target.make()
  await sandbox.start()
  target.emulator.faults.next('POST /process.Process/Start', { loseResponse: true })
  const result = await sandbox.executeCommand('echo x >> log; cat log')
  expect(result).toMatchObject({ exitCode: 0, stdout: 'x\n' })
  expect(await sandbox.executeCommand('cat log')).toMatchObject({ stdout: 'x\n' })
})

it('[BR-092] an id of a machine that no longer exists leads to a new machine with the same owner', async () => {
  const old = target.make({ id: 'box' })
  await old.start()
  const { sandboxId: oldId = '' } = old
  await target.emulator.faults.kill(oldId)
  const sandbox = target.make({ id: 'box', sandboxId: oldId })
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  const { metadata } = await sandbox.getInfo()
  expect(metadata?.['sandboxId']).toBe(sandbox.sandboxId)
  expect(sandbox.sandboxId).not.toBe(oldId)
  const machines = await listAll(target)
  expect(machines.map((machine) => machine.metadata[ownerKey])).toEqual(['box'])
})
