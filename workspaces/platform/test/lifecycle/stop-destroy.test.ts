import { afterEach, describe, expect, it } from 'vitest'
import { SandboxDestroyedError, type PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { callsOf, makeForeign, stateOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const create = 'POST /sandbox'
const look = 'GET /sandbox/{id}'
const lease = 'POST /sandbox/{id}/exec-lease'
const destroy = 'DELETE /sandbox/{id}'
const cold = { [create]: 1, [lease]: 1 }

async function running(options: PlatformSandboxOptions = {}): Promise<{ sandbox: PlatformSandbox; machineId: string }> {
  const sandbox = target.make(options)
  await sandbox.start()
  return { sandbox, machineId: sandbox.sandboxId ?? '' }
}

describe('a sandbox that was reconnected to', () => {
  it('and is destroyed later is replaced by another, never asked for again', async () => {
    const machineId = await makeForeign(target)
    const { sandbox } = await running({ sandboxId: machineId })
    expect(sandbox.sandboxId).toBe(machineId)
    await target.emulator.faults.kill(machineId)
    await expect(sandbox.executeCommand('true')).rejects.toBeInstanceOf(SandboxDestroyedError)
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['stopped', undefined])
    expect(await callsOf(target, () => sandbox.executeCommand('true'))).toEqual({ ...cold, 'WS /exec': 1 })
    expect(sandbox.sandboxId).not.toBe(machineId)
  })

  it('and has no lease any more is replaced within the start', async () => {
    const machineId = await makeForeign(target)
    target.emulator.faults.next(lease, { status: 410 })
    const sandbox = target.make({ sandboxId: machineId })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(machineId)
  })

  it('and destroyed is made anew by a start', async () => {
    const { sandbox, machineId } = await running({ sandboxId: await makeForeign(target) })
    await sandbox.destroy()
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(machineId)
  })
})

describe('stop()', () => {
  it('destroys the sandbox with one request, and any call afterwards provisions another', async () => {
    const { sandbox, machineId } = await running()
    expect(await callsOf(target, () => sandbox.stop())).toEqual({ [destroy]: 1 })
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['stopped', undefined])
    expect(await stateOf(target, machineId)).toBe('gone')
    expect((await sandbox.getInfo()).metadata).not.toHaveProperty('sandboxId')
    const command = async (): Promise<unknown> => sandbox.executeCommand('true')
    // The one that is gone is not asked for.
    expect(await callsOf(target, command)).toEqual({ ...cold, 'WS /exec': 1 })
    expect(sandbox.sandboxId).not.toBe(machineId)
  })

  it('works for a sandbox that another process made', async () => {
    const machineId = await makeForeign(target)
    const sandbox = target.make({ sandboxId: machineId })
    expect(await callsOf(target, () => sandbox.stop())).toEqual({ [look]: 1, [destroy]: 1 })
    expect(await stateOf(target, machineId)).toBe('gone')
  })

  it('says that it failed, and can be asked for again', async () => {
    const { sandbox, machineId } = await running()
    target.emulator.faults.next(destroy, { status: 500 })
    await expect(sandbox.stop()).rejects.toMatchObject({ status: 500 })
    expect(sandbox.status).toBe('error')
    await sandbox.stop()
    expect(await stateOf(target, machineId)).toBe('gone')
  })

  it.each([404, 410])('takes a sandbox for stopped of which the platform says %i', async (status) => {
    const { sandbox } = await running()
    target.emulator.faults.next(destroy, { status })
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
  })

  it('that detaches sends nothing, and the next start goes on with the same sandbox', async () => {
    const { sandbox, machineId } = await running({ stopBehavior: 'detach' })
    const { pid } = await sandbox.processes.spawn('sleep 60')
    expect(await callsOf(target, () => sandbox.stop())).toEqual({})
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['stopped', undefined])
    expect(await stateOf(target, machineId)).toBe('RUNNING')
    const start = async (): Promise<void> => expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await callsOf(target, start)).toEqual({ [look]: 1, [lease]: 1 })
    expect(sandbox.sandboxId).toBe(machineId)
    expect(await (await sandbox.processes.get(pid))?.kill()).toBe(true)
  })
})

describe('destroy()', () => {
  it('destroys the sandbox with one request; only start() provisions another afterwards', async () => {
    const { sandbox, machineId } = await running()
    expect(await callsOf(target, () => sandbox.destroy())).toEqual({ [destroy]: 1 })
    expect([sandbox.status, sandbox.sandboxId, await stateOf(target, machineId)]).toEqual([
      'destroyed',
      undefined,
      'gone',
    ])
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'NOT_READY' })
    const start = async (): Promise<void> => expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(await callsOf(target, start)).toEqual(cold)
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
  })

  it('destroys a sandbox that was only named [P10]', async () => {
    const machineId = await makeForeign(target)
    await target.make({ sandboxId: machineId }).destroy()
    expect(await stateOf(target, machineId)).toBe('gone')
  })

  it('destroys a sandbox that was detached', async () => {
    const { sandbox, machineId } = await running({ stopBehavior: 'detach' })
    await sandbox.stop()
    await sandbox.destroy()
    expect(await stateOf(target, machineId)).toBe('gone')
  })

  it('has nothing to do for a sandbox that was never made', async () => {
    const sandbox = target.make()
    expect(await callsOf(target, () => sandbox.destroy())).toEqual({})
    expect(sandbox.status).toBe('destroyed')
  })

  it('says that it failed, and can be asked for again', async () => {
    const { sandbox, machineId } = await running()
    target.emulator.faults.next(destroy, { status: 503 })
    await expect(sandbox.destroy()).rejects.toMatchObject({ status: 503 })
    await sandbox.destroy()
    expect(await stateOf(target, machineId)).toBe('gone')
  })
})

describe('a sandbox that is destroyed behind our back', () => {
  it('is told by a typed error, and forgotten: the next call provisions another without a look', async () => {
    const { sandbox, machineId } = await running()
    await target.emulator.faults.kill(machineId)
    target.emulator.faults.expireLeases()
    const error: unknown = await sandbox.executeCommand('pytest').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SandboxDestroyedError)
    expect(error).toMatchObject({ code: 'GONE', retry: 'safe', sandboxId: machineId })
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['stopped', undefined])
    const next = async (): Promise<unknown> => sandbox.executeCommand('echo next')
    expect(await callsOf(target, next)).toEqual({ ...cold, 'WS /exec': 1 })
  })

  it('is replaced within the call that notices where that is wanted', async () => {
    const { sandbox, machineId } = await running({ restartOnGone: true })
    await target.emulator.faults.kill(machineId)
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
    expect(target.emulator.journal.count({ route: create })).toBe(2)
  })

  it('is told by each of several calls, and only one further sandbox is made', async () => {
    const { sandbox, machineId } = await running()
    await target.emulator.faults.kill(machineId)
    const outcomes = await Promise.allSettled(['1', '2', '3'].map((word) => sandbox.executeCommand(`echo ${word}`)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await Promise.all(['1', '2', '3'].map((word) => sandbox.executeCommand(`echo ${word}`)))
    expect(target.emulator.journal.count({ route: create })).toBe(2)
  })
})
