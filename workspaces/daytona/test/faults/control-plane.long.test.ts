import { faultRows, meetFault, see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { controlCases, destroyCases } from './support/control-cases.js'
import { creationsAfter, machinesOf } from './support/machines.js'

const target = useEmulated()
const bench = { target, see }

afterEach(() => {
  target.emulator.faults.clear()
})

describe('a fault of the control plane is told as what it is, and leads to no second machine', () => {
  it.each(faultRows(controlCases))('%s', async (_title, row) => {
    await using sandbox = target.make({ startTimeoutMs: 15_000 })
    const after = target.emulator.journal.last
    await meetFault(bench, row, sandbox)
    expect(creationsAfter(target, after)).toBe(1)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it.each(faultRows(destroyCases))('%s', async (_title, row) => {
    await using sandbox = target.make()
    await meetFault(bench, row, sandbox)
    await sandbox.destroy()
    expect(await machinesOf(target, sandbox.id)).toEqual([])
  })
})
