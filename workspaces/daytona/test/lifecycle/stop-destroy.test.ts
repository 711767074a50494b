import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { clientOf, listAll, makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const stop = 'POST /sandbox/{id}/stop'
const deletion = 'DELETE /sandbox/{id}'

describe('stop', () => {
  it('stops the machine with one request, waits for it, and start goes on with its files', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.executeCommand('echo kept > note')
    const before = target.emulator.journal.last
    await sandbox.stop()
    expect(target.emulator.journal.routes({ after: before, kind: 'call' })).toEqual({ [stop]: 1 })
    expect([sandbox.status, await stateOf(target, sandboxId)]).toEqual(['stopped', 'stopped'])
    expect(() => sandbox.daytona).toThrow('not ready')
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept\n')
  })

  it('stops a machine that this host never attached to, with one request after the look-up', async () => {
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    await target.make({ id: 'box' }).stop()
    expect(target.emulator.journal.routes({ after: before, kind: 'call' })).toEqual({ 'GET /sandbox': 1, [stop]: 1 })
    expect(await stateOf(target, machine.id)).toBe('stopped')
  })

  it('is done when the machine is stopped already, by whomever', async () => {
    const machine = await makeForeign(target, 'box')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    await machine.stop()
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await target.make({ id: 'box' }).stop()
  })

  it('waits for whoever is stopping it', async () => {
    const machine = await makeForeign(target, 'box')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const release = target.emulator.faults.holdTransitions()
    const other = machine.stop()
    await expect.poll(() => stateOf(target, machine.id)).toBe('stopping')
    const stopping = sandbox.stop()
    await expect.poll(() => target.emulator.journal.count({ route: stop })).toBeGreaterThan(1)
    release()
    await stopping
    await other
    expect(await stateOf(target, machine.id)).toBe('stopped')
  })

  it('is done when the machine is gone; the next start makes another', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('says that it failed, and can be asked for again [D8]', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    target.emulator.faults.next(stop, { status: 500 })
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(sandbox.status).toBe('error')
    await sandbox.stop()
    expect(await stateOf(target, sandboxId)).toBe('stopped')
  })

  it('a failed look-up is no success [BR-003]', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next('GET /sandbox', { status: 500 })
    await expect(target.make({ id: 'box' }).stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await stateOf(target, machine.id)).toBe('started')
  })
})

describe('an ephemeral machine', () => {
  it.each([{ ephemeral: true }, { autoDeleteInterval: 0 }])(
    '%j is gone after a stop, and start makes another',
    async (options) => {
      const sandbox = target.make(options)
      await sandbox.start()
      const { sandboxId = '' } = sandbox
      await sandbox.stop()
      expect(sandbox.status).toBe('destroyed')
      await expect.poll(() => stateOf(target, sandboxId)).toBe('gone')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(sandbox.sandboxId).not.toBe(sandboxId)
    },
  )
})

describe('destroy', () => {
  it('removes the machine with one request, and waits until it is gone', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    const before = target.emulator.journal.last
    await sandbox.destroy()
    expect(target.emulator.journal.routes({ after: before, kind: 'call' })).toEqual({ [deletion]: 1 })
    await expect(clientOf(target).get(sandboxId)).rejects.toMatchObject({ statusCode: 404 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  it('removes a machine that this host never attached to, stopped or not', async () => {
    const running = await makeForeign(target, 'one')
    const stopped = await makeForeign(target, 'two')
    await stopped.stop()
    await target.make({ id: 'one' }).destroy()
    await target.make({ sandboxId: stopped.id }).destroy()
    expect(await stateOf(target, running.id)).toBe('gone')
    expect(await listAll(target)).toEqual([])
  })

  it('waits for a change that somebody else has begun', async () => {
    const machine = await makeForeign(target, 'box')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const release = target.emulator.faults.holdTransitions()
    const other = machine.stop().catch(() => undefined)
    await expect.poll(() => stateOf(target, machine.id)).toBe('stopping')
    const destroying = sandbox.destroy()
    await expect.poll(() => target.emulator.journal.count({ route: deletion })).toBeGreaterThan(0)
    release()
    await destroying
    await other
    expect(await listAll(target)).toEqual([])
  })

  it('is done when the machine is gone already', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
  })

  it('says that it failed, and can be asked for again [D8]', async () => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next(deletion, { status: 500 })
    await expect(sandbox.destroy()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})

describe('a machine that is lost while it is used', () => {
  it('gone: it is replaced once, and the command that noticed runs once', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await target.emulator.faults.kill(sandboxId)
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
    expect(sandbox.sandboxId).not.toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(2)
  })

  it('stopped by itself: it is started again, with its files, and the command runs once', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.executeCommand('echo kept > note')
    await target.emulator.faults.stop(sandboxId)
    expect((await sandbox.executeCommand('cat note; echo ran >> note; cat note')).stdout).toBe('kept\nkept\nran\n')
    expect(sandbox.sandboxId).toBe(sandboxId)
  })

  it('failed: it is removed and replaced', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await target.emulator.faults.fail(sandboxId, 'the disk is full')
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
    expect((await listAll(target)).map(({ id }) => id)).toEqual([sandbox.sandboxId])
  })

  it('callers that notice at the same time join one restart', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    const results = await Promise.all([1, 2, 3].map((number) => sandbox.executeCommand(`echo ${number}`)))
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n'])
    expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(2)
  })

  it('is not replaced where that is switched off', async () => {
    const sandbox = target.make({ restartOnGone: false })
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'GONE' })
    expect(await listAll(target)).toEqual([])
  })
})
