import { expect, it } from 'vitest'
import { callsOf, type FailureRow, type ProviderBench, stateOf } from './provider-bench.js'

/** Registers what holds of a sandbox that is to be exactly one machine. */
export function testAttaching(bench: ProviderBench): void {
  testExactMachine(bench)
  testFailedAttaching(bench)
}

function testExactMachine(bench: ProviderBench): void {
  it('takes exactly that machine', async () => {
    await bench.makeForeign('box')
    const machine = await bench.makeForeign('box')
    const sandbox = bench.make({ id: 'box', sandboxId: machine.id })
    const calls = await callsOf(bench, async () => expect(await sandbox.start()).toEqual({ outcome: 'connected' }))
    expect(sandbox.sandboxId).toBe(machine.id)
    expect(calls).toEqual(bench.costs.attachById)
  })

  it.each([{}, { id: 'box' }])('goes on with a stopped one that carries no owner, for %j', async (options) => {
    const machine = await bench.makeForeign()
    await machine.stop()
    const sandbox = bench.make({ ...options, sandboxId: machine.id })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await stateOf(bench, machine.id)).toBe(bench.states.running)
  })

  it('refuses one of another owner where an id was chosen: neither resumed nor replaced', async () => {
    const machine = await bench.makeForeign('somebody')
    await machine.stop()
    const sandbox = bench.make({ id: 'box', sandboxId: machine.id })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'CONFLICT', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow(machine.id)
    expect(await stateOf(bench, machine.id)).toBe(bench.states.stopped)
    expect(await bench.listAll()).toHaveLength(1)
  })

  it('takes one of any owner where no id was chosen', async () => {
    const machine = await bench.makeForeign('somebody')
    const sandbox = bench.make({ sandboxId: machine.id })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    await sandbox.stop()
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machine.id)
  })

  it('falls back to the logical id, then to a new machine, only when that machine is gone', async () => {
    const { faults } = bench.emulator
    const lost = await bench.makeForeign('box')
    const other = await bench.makeForeign('box')
    await faults.kill(lost.id)
    const second = bench.make({ id: 'box', sandboxId: lost.id })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(second.sandboxId).toBe(other.id)
    await faults.kill(other.id)
    expect(await bench.make({ id: 'box', sandboxId: lost.id }).start()).toEqual({ outcome: 'created' })
  })
}

function testFailedAttaching(bench: ProviderBench): void {
  const failures: readonly FailureRow[] = [
    ['503', { status: 503 }, 'UNAVAILABLE', 'safe'],
    ['401', { status: 401 }, 'UNAUTHENTICATED', 'never'],
    ['a reset connection', { resetConnection: true, times: bench.tries }, 'UNAVAILABLE', 'safe'],
  ]
  it.each(failures)('surfaces %s', async (_title, fault, code, retry) => {
    const machine = await bench.makeForeign()
    bench.emulator.faults.next(bench.routes.look, fault)
    await expect(bench.make({ sandboxId: machine.id }).start()).rejects.toMatchObject({ code, retry })
    expect(await bench.listAll()).toHaveLength(1)
  })
}
