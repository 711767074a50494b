import { expect, it } from 'vitest'
import { callsOf, type ProviderBench, startNew, stateOf } from './provider-bench.js'

/** Registers what holds of stops. */
export function testStop(bench: ProviderBench): void {
  testStopped(bench)
  testFailedStop(bench)
}

function testStopped(bench: ProviderBench): void {
  const { routes, states } = bench

  it('keeps the machine and its files, with one request, and start goes on with it', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await sandbox.executeCommand('echo kept > note')
    expect(await callsOf(bench, () => sandbox.stop())).toEqual({ [routes.stop]: 1 })
    expect([sandbox.status, await stateOf(bench, machineId)]).toEqual(['stopped', states.stopped])
    expect(() => sandbox.instance).toThrow('not ready')
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(machineId)
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept\n')
  })

  it('stops a machine that this host never attached to, with one request after the look-up', async () => {
    const machine = await bench.makeForeign('box')
    const calls = await callsOf(bench, () => bench.make({ id: 'box' }).stop())
    expect(calls).toEqual({ [routes.list]: 1, [routes.stop]: 1 })
    expect(await stateOf(bench, machine.id)).toBe(states.stopped)
  })

  it('is done when the machine is stopped already, by whomever', async () => {
    const machine = await bench.makeForeign('box')
    const sandbox = bench.make({ id: 'box' })
    await sandbox.start()
    await machine.stop()
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await bench.make({ id: 'box' }).stop()
    expect(await stateOf(bench, machine.id)).toBe(states.stopped)
  })
}

function testFailedStop(bench: ProviderBench): void {
  const { routes, states } = bench

  it('is done when the machine is gone; the next start makes another', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await bench.emulator.faults.kill(machineId)
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('says that it failed, and can be asked for again', async () => {
    const { sandbox, machineId } = await startNew(bench)
    bench.emulator.faults.next(routes.stop, { status: 500 })
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(sandbox.status).toBe('error')
    await sandbox.stop()
    expect(await stateOf(bench, machineId)).toBe(states.stopped)
  })

  it('a failed look-up is no success [BR-003]', async () => {
    const machine = await bench.makeForeign('box')
    bench.emulator.faults.next(routes.list, { status: 500 })
    await expect(bench.make({ id: 'box' }).stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await stateOf(bench, machine.id)).toBe(states.running)
  })
}
