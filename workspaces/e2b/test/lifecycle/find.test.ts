import { Sandbox } from 'e2b'
import * as sdk from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { listMachines } from '../../src/driver/machine-listing.js'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, ownerKey, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('looking up by the logical id', () => {
  it('[C05] attaches to the machine that carries it, with two requests', async () => {
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.sandboxId)
    expect(target.emulator.journal.routes({ after: before })).toEqual({
      'GET /v2/sandboxes': 1,
      'POST /v2/sandboxes/{id}/connect': 1,
    })
  })

  it('[C06] resumes a paused one, with its files', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.files.write('/home/user/note', 'kept')
    await machine.pause()
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect((await sandbox.executeCommand('cat /home/user/note')).stdout).toBe('kept')
  })

  it('[P2] prefers one that runs, then the oldest, and leaves the others alone', async () => {
    const paused = await makeForeign(target, 'box')
    await paused.pause()
    const older = await makeForeign(target, 'box')
    const younger = await makeForeign(target, 'box')
    await makeForeign(target, 'other')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    expect(sandbox.sandboxId).toBe(older.sandboxId)
    expect(await stateOf(target, paused.sandboxId)).toBe('paused')
    expect(await stateOf(target, younger.sandboxId)).toBe('running')
  })

  it('reads all pages, oldest first', async () => {
    const made: string[] = []
    for (let count = 0; count < 3; count += 1) made.push((await makeForeign(target, 'many')).sandboxId)
    const before = target.emulator.journal.last
    const machines = await listMachines(sdk, { [ownerKey]: 'many' }, { ...target.connection, limit: 1 })
    expect(machines.map(({ sandboxId }) => sandboxId)).toEqual(made)
    expect(target.emulator.journal.count({ after: before })).toBeGreaterThanOrEqual(3)
  })

  it('finds ids of any text', async () => {
    const id = 'a b&c=d/ü%20"'
    const first = target.make({ id })
    await first.start()
    const second = target.make({ id })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(first.sandboxId)
  })
})

describe('failures of the look-up surface, and nothing is created [BR-003] [P2]', () => {
  const list = 'GET /v2/sandboxes'
  const failures = [
    ['401', { status: 401 }, 'UNAUTHENTICATED'],
    ['403', { status: 403 }, 'PERMISSION_DENIED'],
    ['500', { status: 500 }, 'UNAVAILABLE'],
    ['503', { status: 503 }, 'UNAVAILABLE'],
    ['a reset connection', { resetConnection: true }, 'UNAVAILABLE'],
    ['a lost response', { loseResponse: true }, 'UNAVAILABLE'],
  ] as const
  for (const [name, fault, code] of failures) {
    it(name, async () => {
      target.emulator.faults.next(list, fault)
      const sandbox = target.make({ id: 'box' })
      await expect(sandbox.start()).rejects.toMatchObject({ code, provider: 'e2b' })
      expect(sandbox.status).toBe('error')
      expect(await listAll(target)).toEqual([])
      // The failure is not latched.
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    })
  }

  it('a failure of connecting leaves the machine alone as well', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next('POST /v2/sandboxes/{id}/connect', { status: 503 })
    await expect(target.make({ id: 'box' }).start()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await listAll(target)).map(({ sandboxId }) => sandboxId)).toEqual([machine.sandboxId])
  })

  it('a machine that vanishes between the look-up and the connecting is replaced', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next('POST /v2/sandboxes/{id}/connect', { latencyMs: 300 })
    const sandbox = target.make({ id: 'box' })
    const starting = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: 'POST /v2/sandboxes/{id}/connect' })).toBe(1)
    await target.emulator.faults.kill(machine.sandboxId)
    expect(await starting).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(machine.sandboxId)
  })
})

describe('rate limits of the look-up', () => {
  it('are waited for as told, within the time-out of the start', async () => {
    target.emulator.faults.next('GET /v2/sandboxes', { status: 429, headers: { 'Retry-After': '1' } })
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('end the start when they outlast it', async () => {
    target.emulator.faults.next('GET /v2/sandboxes', { status: 429, times: Infinity })
    const sandbox = target.make({ id: 'box', startTimeoutMs: 400 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    target.emulator.faults.clear()
    expect(await listAll(target)).toEqual([])
  })
})

describe('attaching by sandboxId [E09] [E16]', () => {
  it('takes exactly that machine, with two requests', async () => {
    await makeForeign(target, 'box')
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    const sandbox = target.make({ id: 'box', sandboxId: machine.sandboxId })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.sandboxId)
    expect(target.emulator.journal.routes({ after: before })).toEqual({
      'GET /sandboxes/{id}': 1,
      'POST /v2/sandboxes/{id}/connect': 1,
    })
  })

  it('resumes a paused one', async () => {
    const machine = await makeForeign(target)
    await machine.pause()
    const sandbox = target.make({ sandboxId: machine.sandboxId })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await stateOf(target, machine.sandboxId)).toBe('running')
  })

  it('takes one that carries no owner', async () => {
    const machine = await makeForeign(target)
    const sandbox = target.make({ id: 'box', sandboxId: machine.sandboxId })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
  })

  it('refuses one of another owner where an id was chosen: neither resumed nor replaced', async () => {
    const machine = await makeForeign(target, 'somebody')
    await machine.pause()
    const sandbox = target.make({ id: 'box', sandboxId: machine.sandboxId })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'CONFLICT', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow(machine.sandboxId)
    expect(await stateOf(target, machine.sandboxId)).toBe('paused')
    expect(await listAll(target)).toHaveLength(1)
  })

  it('takes one of any owner where no id was chosen', async () => {
    const machine = await makeForeign(target, 'somebody')
    const sandbox = target.make({ sandboxId: machine.sandboxId })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    await sandbox.stop()
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.sandboxId)
  })

  it('falls back to the logical id, then to a new machine, only when that machine is gone', async () => {
    const lost = await makeForeign(target, 'box')
    const other = await makeForeign(target, 'box')
    await lost.kill()
    const second = target.make({ id: 'box', sandboxId: lost.sandboxId })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(other.sandboxId)
    await other.kill()
    expect(await target.make({ id: 'box', sandboxId: lost.sandboxId }).start()).toEqual({ outcome: 'created' })
  })

  for (const [name, fault, code] of [
    ['429 for longer than the start', { status: 429, times: Infinity }, 'TIMEOUT'],
    ['503', { status: 503 }, 'UNAVAILABLE'],
    ['401', { status: 401 }, 'UNAUTHENTICATED'],
    ['a reset connection', { resetConnection: true }, 'UNAVAILABLE'],
  ] as const) {
    it(`surfaces ${name}`, async () => {
      const machine = await makeForeign(target)
      target.emulator.faults.next('GET /sandboxes/{id}', fault)
      const sandbox = target.make({ sandboxId: machine.sandboxId, startTimeoutMs: 2000 })
      await expect(sandbox.start()).rejects.toMatchObject({ code })
      expect(await listAll(target)).toHaveLength(1)
    })
  }

  it('says what is wrong with an id that cannot exist', async () => {
    await expect(target.make({ sandboxId: 'not/an id' }).start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await Sandbox.list({ ...target.connection }).nextItems()).toEqual([])
  })
})
