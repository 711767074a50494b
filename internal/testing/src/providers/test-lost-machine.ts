import { expect, it } from 'vitest'
import { type ProviderBench, startNew } from './provider-bench.js'

/** Registers what becomes of commands whose machine is no more, or stands still. */
export function testLostMachine(bench: ProviderBench): void {
  const created = (): number => bench.emulator.journal.count({ route: bench.routes.create })

  it('one that is gone is replaced once, and the command that noticed runs once', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await bench.emulator.faults.kill(machineId)
    expect((await sandbox.executeCommand('echo again')).stdout).toBe('again\n')
    expect(sandbox.sandboxId).not.toBe(machineId)
    expect(created()).toBe(2)
  })

  it('callers that notice at the same time join one restart', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await bench.emulator.faults.kill(machineId)
    const results = await Promise.all([1, 2, 3].map((number) => sandbox.executeCommand(`echo ${number}`)))
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n'])
    expect(created()).toBe(2)
  })

  it('one that is gone is not replaced where that is switched off', async () => {
    const { sandbox, machineId } = await startNew(bench, { restartOnGone: false })
    await bench.emulator.faults.kill(machineId)
    await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'GONE' })
    expect(await bench.listAll()).toEqual([])
  })

  it('one that was stopped behind our back goes on, with its files, and the command that noticed runs once', async () => {
    const { sandbox, machineId } = await startNew(bench)
    await sandbox.executeCommand('echo kept > note')
    await bench.stopBehind(machineId)
    expect((await sandbox.executeCommand('cat note; echo ran >> note; cat note')).stdout).toBe('kept\nkept\nran\n')
    expect(sandbox.sandboxId).toBe(machineId)
    expect(created()).toBe(1)
  })
}
