import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('stop [E11] [E19]', () => {
  it('always pauses, also where the end of the lifetime would kill, and start resumes', async () => {
    const sandbox = target.make({ lifecycle: { onTimeout: 'kill' } })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.e2b.commands.run('echo kept > note')
    await sandbox.stop()
    expect([sandbox.status, await stateOf(target, sandboxId)]).toEqual(['stopped', 'paused'])
    expect(() => sandbox.e2b).toThrow('not ready')
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept\n')
  })

  it('pauses a machine that this host never attached to, with one request after the look-up', async () => {
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    await target.make({ id: 'box' }).stop()
    expect(target.emulator.journal.routes({ after: before })).toEqual({
      'GET /v2/sandboxes': 1,
      'POST /sandboxes/{id}/pause': 1,
    })
    expect(await stateOf(target, machine.sandboxId)).toBe('paused')
  })

  it('is done when the machine is paused already, by whomever', async () => {
    const machine = await makeForeign(target, 'box')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    await machine.pause()
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
  })

  it('is done when the machine is gone; the next start makes another', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('says that it failed, and can be asked for again', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    target.emulator.faults.next('POST /sandboxes/{id}/pause', { status: 500 })
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(sandbox.status).toBe('error')
    await sandbox.stop()
    expect(await stateOf(target, sandboxId)).toBe('paused')
  })

  it('[BR-003] a failed look-up is no success', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next('GET /v2/sandboxes', { status: 500 })
    await expect(target.make({ id: 'box' }).stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await stateOf(target, machine.sandboxId)).toBe('running')
  })
})

describe('destroy [E19]', () => {
  it('removes the machine with one request', async () => {
    const sandbox = target.make()
    await sandbox.start()
    // The look for twins that follows a creation is nobody's concern here.
    await expect.poll(() => target.emulator.journal.count({ route: 'GET /v2/sandboxes' })).toBe(2)
    const before = target.emulator.journal.last
    await sandbox.destroy()
    expect(target.emulator.journal.routes({ after: before })).toEqual({ 'DELETE /sandboxes/{id}': 1 })
    expect(await listAll(target)).toEqual([])
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  it('removes a machine that this host never attached to, paused or not', async () => {
    const running = await makeForeign(target, 'one')
    const paused = await makeForeign(target, 'two')
    await paused.pause()
    await target.make({ id: 'one' }).destroy()
    await target.make({ sandboxId: paused.sandboxId }).destroy()
    expect(await stateOf(target, running.sandboxId)).toBe('gone')
    expect(await listAll(target)).toEqual([])
  })

  it('is done when the machine is gone already', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
  })

  it('says that it failed, and can be asked for again', async () => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next('DELETE /sandboxes/{id}', { status: 500 })
    await expect(sandbox.destroy()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})

describe('a machine that is gone [E15]', () => {
  it('is replaced once, and the command that noticed runs once', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await target.emulator.faults.kill(sandboxId)
    const result = await sandbox.executeCommand('echo again')
    expect(result.stdout).toBe('again\n')
    expect(sandbox.sandboxId).not.toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(2)
  })

  it('callers that notice at the same time join one restart', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    const results = await Promise.all([1, 2, 3].map((number) => sandbox.executeCommand(`echo ${number}`)))
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n'])
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(2)
  })

  it('is not replaced where that is switched off', async () => {
    const sandbox = target.make({ restartOnGone: false })
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'GONE' })
    expect(await listAll(target)).toEqual([])
  })
})

describe('a machine that was paused behind our back', () => {
  it('is resumed, and the command that noticed runs once', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await target.emulator.faults.pause(sandboxId)
    expect((await sandbox.executeCommand('echo on')).stdout).toBe('on\n')
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(1)
  })
})
