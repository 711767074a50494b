import { afterEach, describe, expect, it } from 'vitest'
import { testFailedLookUp, testLookUp } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, stateOf } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

const get = 'GET /sandbox/{id}'

describe('looking up by the logical id [C05]', () => {
  testLookUp(bench)

  it('starts an archived one, with its files', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.fs.uploadFile(Buffer.from('kept'), 'note')
    await target.emulator.faults.archive(machine.id)
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept')
  })

  it('takes no machine for its name [D7]', async () => {
    await makeForeign(target, 'somebody', { name: 'box-1' })
    await makeForeign(target, undefined, { name: 'boxes' })
    expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
  })
})

describe('a machine that is changing is waited for', () => {
  it('one that is being stopped is started afterwards', async () => {
    const machine = await makeForeign(target, 'box')
    const release = target.emulator.faults.holdTransitions()
    const stopping = machine.stop()
    await expect.poll(() => stateOf(target, machine.id)).toBe('stopping')
    const sandbox = target.make({ id: 'box' })
    const starting = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: get })).toBeGreaterThan(3)
    release()
    expect(await starting).toEqual({ outcome: 'connected' })
    await stopping.catch(() => undefined)
    expect(await stateOf(target, machine.id)).toBe('started')
  })

  it('one that somebody else starts is waited for', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.stop()
    const release = target.emulator.faults.holdTransitions()
    const other = machine.start()
    await expect.poll(() => stateOf(target, machine.id)).toBe('starting')
    const starting = target.make({ id: 'box' }).start()
    await expect.poll(() => target.emulator.journal.count({ route: get })).toBeGreaterThan(2)
    release()
    expect(await starting).toEqual({ outcome: 'connected' })
    await other
  })

  it('for as long as the start may take, and the caller wants', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.holdTransitions()
    machine.stop().catch(() => undefined)
    await expect.poll(() => stateOf(target, machine.id)).toBe('stopping')
    const late = target.make({ id: 'box', startTimeoutMs: 300 })
    await expect(late.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    const abort = new AbortController()
    const starting = target.make({ id: 'box' }).start({ abortSignal: abort.signal })
    abort.abort()
    await expect(starting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('a refused start of one that is changing is tried again', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.stop()
    target.emulator.faults.next('POST /sandbox/{id}/start', { status: 409, times: 2 })
    expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'connected' })
    expect(target.emulator.journal.count({ route: 'POST /sandbox/{id}/start' })).toBe(3)
  })
})

describe('a machine that is of no use any more is replaced', () => {
  it('one that has failed is removed, so that its name is free', async () => {
    const first = target.make({ id: 'box' })
    await first.start()
    const { sandboxId = '' } = first
    await target.emulator.faults.fail(sandboxId, 'no space left')
    const second = target.make({ id: 'box' })
    expect(await second.start()).toEqual({ outcome: 'created' })
    expect(second.sandboxId).not.toBe(sandboxId)
    expect((await listAll(target)).map(({ id }) => id)).toEqual([second.sandboxId])
  })

  it('one that is being destroyed does not count', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.holdTransitions()
    await machine.delete()
    target.emulator.faults.clear()
    expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
  })
})

describe('failures of the look-up surface, and nothing is created [BR-003] [P2]', () => {
  testFailedLookUp(bench)
})
