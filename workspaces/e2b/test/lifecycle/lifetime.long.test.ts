import { Sandbox } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** How long a machine has still to live. */
async function leftMs(sandboxId: string | undefined): Promise<number> {
  const { endAt } = await Sandbox.getInfo(sandboxId ?? '', target.connection)
  return endAt.getTime() - Date.now()
}

const extension = 'POST /sandboxes/{id}/timeout'

describe('the lifetime [E02]', () => {
  it('is applied when a machine is created, connected to and resumed', async () => {
    const timeout = 600_000
    const created = target.make({ id: 'one', timeout })
    await created.start()
    expect(await leftMs(created.sandboxId)).toBeGreaterThan(590_000)
    const machine = await makeForeign(target, 'two', { timeoutMs: 60_000 })
    const connected = target.make({ id: 'two', timeout })
    await connected.start()
    expect(await leftMs(machine.sandboxId)).toBeGreaterThan(590_000)
    await connected.stop()
    await connected.start()
    expect(await leftMs(machine.sandboxId)).toBeGreaterThan(590_000)
  })

  it('never shortens the life of a running machine', async () => {
    const machine = await makeForeign(target, 'box', { timeoutMs: 900_000 })
    const sandbox = target.make({ id: 'box', timeout: 60_000 })
    await sandbox.start()
    expect(await leftMs(machine.sandboxId)).toBeGreaterThan(800_000)
    const { timeoutAt } = await sandbox.getInfo()
    expect((timeoutAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(800_000)
  })
})

describe('keeping alive', () => {
  it('[E13] a command may run for longer than the lifetime', async () => {
    const sandbox = target.make({ timeout: 2000 })
    const result = await sandbox.executeCommand('sleep 5; echo whole')
    expect(result).toMatchObject({ exitCode: 0, stdout: 'whole\n' })
    expect(target.emulator.journal.count({ route: extension })).toBeGreaterThan(0)
  })

  it('ends with the last command: then the machine is left to its lifetime', async () => {
    const sandbox = target.make({ timeout: 2000 })
    await sandbox.executeCommand('sleep 1.5')
    const { sandboxId = '' } = sandbox
    await expect.poll(() => stateOf(target, sandboxId)).toBe('paused')
    const before = target.emulator.journal.count({ route: extension })
    // The next command wakes it, and finds what was there.
    expect((await sandbox.executeCommand('echo awake')).stdout).toBe('awake\n')
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: extension })).toBe(before)
  })

  it('does not shorten what others have extended', async () => {
    const sandbox = target.make({ timeout: 2000 })
    await sandbox.start()
    await Sandbox.setTimeout(sandbox.sandboxId ?? '', 900_000, target.connection)
    await sandbox.executeCommand('sleep 2')
    expect(await leftMs(sandbox.sandboxId)).toBeGreaterThan(800_000)
    expect(target.emulator.journal.count({ route: extension })).toBe(1)
  })

  it('a failure to extend does not disturb the command', async () => {
    const sandbox = target.make({ timeout: 3000 })
    await sandbox.start()
    target.emulator.faults.next('GET /sandboxes/{id}', { status: 500 })
    expect((await sandbox.executeCommand('sleep 2.2; echo fine')).stdout).toBe('fine\n')
  })
})

describe('a lifetime that is over', () => {
  it('is noticed before anything is sent, so that a file operation is done as well', async () => {
    const sandbox = target.make({ timeout: 1000 })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.writeFiles([{ path: '/home/user/note', content: 'kept' }])
    await expect.poll(() => stateOf(target, sandboxId)).toBe('paused')
    expect(await sandbox.filesystem?.readFile('/home/user/note', { encoding: 'utf8' })).toBe('kept')
    expect(sandbox.sandboxId).toBe(sandboxId)
  })

  it('makes a new machine where it was killed', async () => {
    const sandbox = target.make({ timeout: 1000, lifecycle: { onTimeout: 'kill' } })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await expect.poll(() => stateOf(target, sandboxId)).toBe('gone')
    expect((await sandbox.executeCommand('echo new')).stdout).toBe('new\n')
    expect(sandbox.sandboxId).not.toBe(sandboxId)
  })

  it('goes on where somebody else extended it', async () => {
    const sandbox = target.make({ timeout: 1000 })
    await sandbox.start()
    await Sandbox.setTimeout(sandbox.sandboxId ?? '', 900_000, target.connection)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect((await sandbox.executeCommand('echo same')).stdout).toBe('same\n')
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes/{id}/connect' })).toBe(0)
  })
})
