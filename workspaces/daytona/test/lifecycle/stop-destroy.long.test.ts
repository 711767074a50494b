import { afterEach, describe, expect, it } from 'vitest'
import { testDestroy, testLostMachine, testStop } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { clientOf, listAll, makeForeign, stateOf } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
const { stop, destroy: deletion } = bench.routes
afterEach(() => target.emulator.reset())

describe('stop [D8]', () => {
  testStop(bench)

  it('leaves no client of the vendor behind', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await sandbox.stop()
    expect(() => sandbox.daytona).toThrow('not ready')
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

describe('destroy [D8]', () => {
  testDestroy(bench)

  it('waits until the machine is gone', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.destroy()
    await expect(clientOf(target).get(sandboxId)).rejects.toMatchObject({ statusCode: 404 })
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
})

describe('a machine that is lost while it is used', () => {
  testLostMachine(bench)

  it('failed: it is removed and replaced', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await target.emulator.faults.fail(sandboxId, 'the disk is full')
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
    expect((await listAll(target)).map(({ id }) => id)).toEqual([sandbox.sandboxId])
  })
})
