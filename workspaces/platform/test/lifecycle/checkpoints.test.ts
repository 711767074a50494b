import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { callsOf, stateOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const capture = 'POST /sandbox/{id}/checkpoint'
const removal = 'DELETE /sandbox/{id}/checkpoint'
const create = 'POST /sandbox'
const notRunning = { status: 'skipped', reason: 'sandbox-not-running' }

describe('recovery by a chosen id', () => {
  it('starts from the last checkpoint after destroy and start, without what came later', async () => {
    const sandbox = target.make({ id: 'project-1' })
    await sandbox.executeCommand('echo saved > saved.txt; sleep 60 &')
    expect(await sandbox.captureCheckpoint()).toEqual({ status: 'captured', checkpointName: 'project-1' })
    await sandbox.executeCommand('echo later > later.txt')
    await sandbox.destroy()
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    const { stdout } = await sandbox.executeCommand('cat saved.txt; ls later.txt; pgrep -x sleep | wc -l')
    expect(stdout).toBe('saved\n0\n')
  })

  it('starts from what the platform kept when it ended an idle sandbox, in another process too', async () => {
    const sandbox = target.make({ id: 'project-2' })
    await sandbox.executeCommand('echo kept > kept.txt')
    await target.emulator.faults.expire(sandbox.sandboxId ?? '')
    expect((await target.make({ id: 'project-2' }).executeCommand('cat kept.txt')).stdout).toBe('kept\n')
    expect((await target.make({ id: 'project-3' }).executeCommand('cat kept.txt')).exitCode).toBe(1)
  })

  it('is ended by deleteCheckpoint()', async () => {
    const sandbox = target.make({ id: 'project-1' })
    await sandbox.executeCommand('echo saved > saved.txt')
    await sandbox.captureCheckpoint()
    expect(await callsOf(target, () => sandbox.deleteCheckpoint())).toEqual({ [removal]: 1 })
    // There need not be one.
    await sandbox.deleteCheckpoint()
    await sandbox.destroy()
    await expect(sandbox.deleteCheckpoint()).rejects.toMatchObject({ code: 'NOT_READY' })
    await sandbox.start()
    expect((await sandbox.executeCommand('cat saved.txt')).exitCode).toBe(1)
  })
})

describe('captureCheckpoint()', () => {
  it('is one request for all who ask meanwhile, and tells them apart [P15]', async () => {
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const three = async (): Promise<unknown> =>
      expect(
        await Promise.all([sandbox.captureCheckpoint(), sandbox.captureCheckpoint(), sandbox.captureCheckpoint()]),
      ).toEqual(['captured', 'coalesced', 'coalesced'].map((status) => ({ status, checkpointName: 'box' })))
    expect(await callsOf(target, three)).toEqual({ [capture]: 1 })
    expect(await callsOf(target, () => sandbox.snapshot())).toEqual({ [capture]: 1 })
    expect(sandbox.supportsCheckpoints).toBe(true)
  })

  it('has nothing to do without an id that somebody chose', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const skipped = { status: 'skipped', reason: 'no-checkpoint-name-configured' }
    const ask = async (): Promise<void> => expect(await sandbox.captureCheckpoint()).toEqual(skipped)
    expect(await callsOf(target, ask)).toEqual({})
  })

  it('starts nothing: not before the start, not while the sandbox is being stopped, not afterwards', async () => {
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.captureCheckpoint()).toEqual(notRunning)
    await sandbox.snapshot()
    expect(sandbox.status).toBe('pending')
    await sandbox.start()
    const stopping = sandbox.stop()
    await sandbox.captureCheckpoint().catch(() => undefined)
    await stopping
    expect(await sandbox.captureCheckpoint()).toEqual(notRunning)
    expect(sandbox.status).toBe('stopped')
    expect(target.emulator.journal.count({ route: create })).toBe(1)
  })

  it.each([
    ['by a 410', { status: 410 }],
    ['in words', { status: 200, body: { checkpointName: 'box', status: 'skipped' } }],
  ])('forgets a sandbox that the platform says %s is not running', async (_title, fault) => {
    const sandbox = target.make({ id: 'box', restartOnGone: true })
    await sandbox.start()
    target.emulator.faults.next('GET /sandbox/{id}', { status: 410 })
    target.emulator.faults.next(capture, fault)
    expect(await sandbox.captureCheckpoint()).toEqual(notRunning)
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['stopped', undefined])
    expect(target.emulator.journal.count({ route: create })).toBe(1)
  })

  it('surfaces what else goes wrong', async () => {
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    target.emulator.faults.next(capture, { status: 500 })
    await expect(sandbox.captureCheckpoint()).rejects.toMatchObject({ status: 500, retry: 'ambiguous' })
    target.emulator.faults.next(capture, { resetConnection: true })
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(sandbox.status).toBe('running')
  })

  it('is waited for by a stop that detaches', async () => {
    const sandbox = target.make({ id: 'box', stopBehavior: 'detach' })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    target.emulator.faults.next(capture, { latencyMs: 300 })
    const order: string[] = []
    const captured = sandbox.captureCheckpoint().then(({ status }) => order.push(status))
    await sandbox.stop().then(() => order.push('stopped'))
    await captured
    expect(order.toSorted()).toEqual(['captured', 'stopped'])
    expect(order[0]).toBe('captured')
    expect(await stateOf(target, sandboxId)).toBe('RUNNING')
  })
})
