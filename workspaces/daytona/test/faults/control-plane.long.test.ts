import { randomUUID } from 'node:crypto'
import { effects, faultRows, see, type FaultRow } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { controlCases, destroyCases } from './support/control-cases.js'
import type { Ground } from './support/ground.js'
import { creationsAfter, machinesOf } from './support/machines.js'

const target = useEmulated()

afterEach(() => {
  target.emulator.faults.clear()
})

/** Runs a row's operation with its fault. */
async function meet({ entry, effect, sight }: FaultRow<DaytonaSandbox>, ground: Ground): Promise<void> {
  await entry.prepare?.(ground)
  const fault = target.emulator.faults.next(entry.route, effects[effect])
  expect(await see(entry.run(ground))).toBe(sight)
  expect(fault.hits).toBe(1)
}

describe('a fault of the control plane is told as what it is, and leads to no second machine', () => {
  it.each(faultRows(controlCases))('%s', async (_title, row) => {
    await using sandbox = target.make({ startTimeoutMs: 15_000 })
    const ground = { sandbox, tag: randomUUID() }
    const after = target.emulator.journal.last
    await meet(row, ground)
    await row.entry.check?.(ground, row.effect, row.sight)
    expect(creationsAfter(target, after)).toBe(1)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it.each(faultRows(destroyCases))('%s', async (_title, row) => {
    await using sandbox = target.make()
    await meet(row, { sandbox, tag: randomUUID() })
    await sandbox.destroy()
    expect(await machinesOf(target, sandbox.id)).toEqual([])
  })
})
