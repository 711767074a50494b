import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const list = 'GET /sandbox'
const get = 'GET /sandbox/{id}'

describe('looking up by the logical id [C05]', () => {
  it('attaches to the machine that carries it, with two requests', async () => {
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.id)
    expect(target.emulator.journal.routes({ after: before })).toEqual({ [list]: 1, [get]: 1 })
  })

  it('starts a stopped one, with its files and two requests [C06]', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.fs.uploadFile(Buffer.from('kept'), 'note')
    await machine.stop()
    const before = target.emulator.journal.last
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(target.emulator.journal.routes({ after: before, kind: 'call' })).toEqual({
      [list]: 1,
      'POST /sandbox/{id}/start': 1,
    })
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept')
  })

  it('starts an archived one, with its files', async () => {
    const machine = await makeForeign(target, 'box')
    await machine.fs.uploadFile(Buffer.from('kept'), 'note')
    await target.emulator.faults.archive(machine.id)
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept')
  })

  it('prefers one that runs, then the oldest, and leaves the others alone [P2]', async () => {
    const stopped = await makeForeign(target, 'box')
    await stopped.stop()
    const older = await makeForeign(target, 'box')
    const younger = await makeForeign(target, 'box')
    await makeForeign(target, 'box2')
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    expect(sandbox.sandboxId).toBe(older.id)
    expect(await stateOf(target, stopped.id)).toBe('stopped')
    expect(await stateOf(target, younger.id)).toBe('started')
  })

  it('takes no machine for its name [D7]', async () => {
    await makeForeign(target, 'somebody', { name: 'box-1' })
    await makeForeign(target, undefined, { name: 'boxes' })
    expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
  })

  it('finds ids of any text', async () => {
    const id = 'a b&c=d/ü%20"'
    const first = target.make({ id, name: 'odd' })
    await first.start()
    const second = target.make({ id })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(first.sandboxId)
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

  it('one that vanishes between the look-up and the connecting', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next(get, { latencyMs: 300 })
    const sandbox = target.make({ id: 'box' })
    const starting = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: get })).toBe(1)
    await target.emulator.faults.kill(machine.id)
    expect(await starting).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(machine.id)
  })
})

describe('failures of the look-up surface, and nothing is created [BR-003] [P2]', () => {
  const failures = [
    ['401', { status: 401 }, 'UNAUTHENTICATED', 'never'],
    ['403', { status: 403 }, 'PERMISSION_DENIED', 'never'],
    ['500', { status: 500 }, 'UNAVAILABLE', 'safe'],
    ['503', { status: 503 }, 'UNAVAILABLE', 'safe'],
    // The SDK tries twice more.
    ['a reset connection', { resetConnection: true, times: 3 }, 'UNAVAILABLE', 'safe'],
    ['a lost response', { loseResponse: true, times: 3 }, 'UNAVAILABLE', 'safe'],
  ] as const
  it.each(failures)('%s', async (_title, fault, code, retry) => {
    target.emulator.faults.next(list, fault)
    const sandbox = target.make({ id: 'box' })
    await expect(sandbox.start()).rejects.toMatchObject({ code, retry, provider: 'daytona' })
    expect(sandbox.status).toBe('error')
    expect(await listAll(target)).toEqual([])
    // The failure is not latched.
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('a failure of connecting leaves the machine alone as well', async () => {
    const machine = await makeForeign(target, 'box')
    target.emulator.faults.next(get, { status: 503 })
    await expect(target.make({ id: 'box' }).start()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await listAll(target)).map(({ id }) => id)).toEqual([machine.id])
  })

  it('a rate limit is waited for as told, within the time-out of the start', async () => {
    target.emulator.faults.rateLimit(list, { retryAfterSeconds: 1 })
    expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
  })
})

describe('attaching by sandboxId', () => {
  it('takes exactly that machine, with one request', async () => {
    await makeForeign(target, 'box')
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    const sandbox = target.make({ id: 'box', sandboxId: machine.id })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.id)
    expect(target.emulator.journal.routes({ after: before })).toEqual({ [get]: 1 })
  })

  it('starts a stopped one, also one that carries no owner', async () => {
    const machine = await makeForeign(target)
    await machine.stop()
    const sandbox = target.make({ id: 'box', sandboxId: machine.id })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await stateOf(target, machine.id)).toBe('started')
  })

  it('does not take a name for an id', async () => {
    const named = await makeForeign(target, undefined, { name: 'looks-like-an-id' })
    const sandbox = target.make({ sandboxId: 'looks-like-an-id' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(named.id)
  })

  it('refuses one of another owner where an id was chosen: neither started nor replaced', async () => {
    const machine = await makeForeign(target, 'somebody')
    await machine.stop()
    const sandbox = target.make({ id: 'box', sandboxId: machine.id })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'CONFLICT', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow(machine.id)
    expect(await stateOf(target, machine.id)).toBe('stopped')
    expect(await listAll(target)).toHaveLength(1)
  })

  it('takes one of any owner where no id was chosen', async () => {
    const machine = await makeForeign(target, 'somebody')
    const sandbox = target.make({ sandboxId: machine.id })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    await sandbox.stop()
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.id)
  })

  it('falls back to the logical id, then to a new machine, only when that machine is gone', async () => {
    const lost = await makeForeign(target, 'box')
    const other = await makeForeign(target, 'box')
    await target.emulator.faults.kill(lost.id)
    const second = target.make({ id: 'box', sandboxId: lost.id })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(other.id)
    await target.emulator.faults.kill(other.id)
    expect(await target.make({ id: 'box', sandboxId: lost.id }).start()).toEqual({ outcome: 'created' })
  })

  it.each([
    ['503', { status: 503 }, 'UNAVAILABLE'],
    ['401', { status: 401 }, 'UNAUTHENTICATED'],
  ] as const)('surfaces %s', async (_title, fault, code) => {
    const machine = await makeForeign(target)
    target.emulator.faults.next(get, fault)
    const sandbox = target.make({ sandboxId: machine.id })
    await expect(sandbox.start()).rejects.toMatchObject({ code })
    expect(await listAll(target)).toHaveLength(1)
  })
})
