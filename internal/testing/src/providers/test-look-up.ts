import { expect, it } from 'vitest'
import { callsOf, type FailureRow, type ProviderBench, stateOf } from './provider-bench.js'

/** Registers how the machine of a logical id is found. */
export function testLookUp(bench: ProviderBench): void {
  testFinds(bench)
  testUnusualFinds(bench)
}

function testFinds(bench: ProviderBench): void {
  it('attaches to the machine that carries it, with two requests', async () => {
    const machine = await bench.makeForeign('box')
    const sandbox = bench.make({ id: 'box' })
    const calls = await callsOf(bench, async () => expect(await sandbox.start()).toEqual({ outcome: 'connected' }))
    expect(sandbox.sandboxId).toBe(machine.id)
    expect(calls).toEqual(bench.costs.attach)
  })

  it('goes on with one that is stopped, with its files and two requests [C06]', async () => {
    const machine = await bench.makeForeign('box')
    await machine.write('note', 'kept')
    await machine.stop()
    const sandbox = bench.make({ id: 'box' })
    const calls = await callsOf(bench, async () => expect(await sandbox.start()).toEqual({ outcome: 'connected' }))
    expect(calls).toEqual(bench.costs.resume)
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept')
  })

  it('prefers one that runs, then the oldest, and leaves the others alone [P2]', async () => {
    const stopped = await bench.makeForeign('box')
    await stopped.stop()
    const older = await bench.makeForeign('box')
    const younger = await bench.makeForeign('box')
    await bench.makeForeign('box2')
    const sandbox = bench.make({ id: 'box' })
    await sandbox.start()
    expect(sandbox.sandboxId).toBe(older.id)
    expect(await stateOf(bench, stopped.id)).toBe(bench.states.stopped)
    expect(await stateOf(bench, younger.id)).toBe(bench.states.running)
  })
}

function testUnusualFinds(bench: ProviderBench): void {
  it('finds ids of any text', async () => {
    const id = 'a b&c=d/ü%20"'
    const first = bench.make({ ...bench.optionsForAnyId, id })
    await first.start()
    const second = bench.make({ id })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(first.sandboxId)
  })

  it('makes another where the one that was found vanishes before it is attached to', async () => {
    const { attach } = bench.routes
    const machine = await bench.makeForeign('box')
    bench.emulator.faults.next(attach, { latencyMs: 300 })
    const sandbox = bench.make({ id: 'box' })
    const starting = sandbox.start()
    await expect.poll(() => bench.emulator.journal.count({ route: attach })).toBe(1)
    await bench.emulator.faults.kill(machine.id)
    expect(await starting).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(machine.id)
  })
}

/** Registers that failures of the look-up surface as what they are, and that nothing is created. */
export function testFailedLookUp(bench: ProviderBench): void {
  const { list, attach } = bench.routes
  const failures: readonly FailureRow[] = [
    ['401', { status: 401 }, 'UNAUTHENTICATED', 'never'],
    ['403', { status: 403 }, 'PERMISSION_DENIED', 'never'],
    ['500', { status: 500 }, 'UNAVAILABLE', 'safe'],
    ['503', { status: 503 }, 'UNAVAILABLE', 'safe'],
    ['a reset connection', { resetConnection: true, times: bench.tries }, 'UNAVAILABLE', 'safe'],
    ['a lost response', { loseResponse: true, times: bench.tries }, 'UNAVAILABLE', 'safe'],
  ]
  it.each(failures)('%s', async (_title, fault, code, retry) => {
    bench.emulator.faults.next(list, fault)
    const sandbox = bench.make({ id: 'box' })
    await expect(sandbox.start()).rejects.toMatchObject({ code, retry, provider: bench.provider })
    expect(sandbox.status).toBe('error')
    expect(await bench.listAll()).toEqual([])
    // The failure is not latched.
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('a failure of attaching leaves the machine alone as well', async () => {
    const machine = await bench.makeForeign('box')
    bench.emulator.faults.next(attach, { status: 503 })
    await expect(bench.make({ id: 'box' }).start()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await bench.listAll()).map(({ id }) => id)).toEqual([machine.id])
  })

  it('a rate limit is waited for as told, within the time-out of the start', async () => {
    bench.rateLimit(list, 1)
    expect(await bench.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
  })
}
