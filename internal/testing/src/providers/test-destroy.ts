import { expect, it } from 'vitest'
import { callsOf, type ProviderBench, startNew, stateOf } from './provider-bench.js'

/** Registers what holds when sandboxes are destroyed. */
export function testDestroy(bench: ProviderBench): void {
  it('removes the machine with one request', async () => {
    const { sandbox } = await startNew(bench)
    expect(await callsOf(bench, () => sandbox.destroy())).toEqual({ [bench.routes.destroy]: 1 })
    expect(await bench.listAll()).toEqual([])
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  it('removes a machine that this host never attached to, stopped or not', async () => {
    const running = await bench.makeForeign('one')
    const stopped = await bench.makeForeign('two')
    await stopped.stop()
    await bench.make({ id: 'one' }).destroy()
    await bench.make({ sandboxId: stopped.id }).destroy()
    expect(await stateOf(bench, running.id)).toBe('gone')
    expect(await bench.listAll()).toEqual([])
  })

  it('is done when the machine is gone already', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await bench.emulator.faults.kill(machineId)
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
  })

  it('says that it failed, and can be asked for again', async () => {
    const { sandbox } = await startNew(bench)
    bench.emulator.faults.next(bench.routes.destroy, { status: 500 })
    await expect(sandbox.destroy()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await sandbox.destroy()
    expect(await bench.listAll()).toEqual([])
  })
}
