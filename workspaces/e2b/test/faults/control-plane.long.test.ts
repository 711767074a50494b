import { effects, faultRows, meetFault, see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'
import { controlCases, destroyCases } from './support/control-cases.js'
import { creationsAfter, machinesOf } from './support/machines.js'

const target = useEmulated()
const bench = { target, see, settle: () => untilQuiet(target.emulator) }

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

it('a machine that the control plane knows no longer is destroyed', async () => {
  await using sandbox = target.make()
  await sandbox.start()
  await target.emulator.faults.kill(sandbox.sandboxId ?? '')
  expect(await see(sandbox.destroy())).toBe('done')
})

const unknownCreations = ['500', '502', '503', '504', 'connection reset'] as const

it('a creation that may have happened is looked for, and not repeated', async () => {
  const { journal, faults } = target.emulator
  const sandboxes = unknownCreations.map(() => target.make())
  try {
    const after = journal.last
    for (const effect of unknownCreations) faults.next('POST /v2/sandboxes', effects[effect])
    const sights = await Promise.all(sandboxes.map((sandbox) => see(sandbox.start())))
    expect(sights).toEqual(unknownCreations.map(() => 'SandboxProviderError UNAVAILABLE ambiguous'))
    expect(journal.count({ route: 'POST /v2/sandboxes', after })).toBe(unknownCreations.length)
    await Promise.all(sandboxes.map((sandbox) => sandbox.start()))
    for (const { id } of sandboxes) expect(await machinesOf(target, id)).toHaveLength(1)
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()))
  }
})
