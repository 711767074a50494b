import { faultRows, hadEffect, meetFault, type FaultRow } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { makeForeign, stateOf } from '../support/machines.js'
import { attachCases, controlCases, endCases } from './support/control-cases.js'
import { livingCount } from './support/machines.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()
const bench = { target, see: seePlatform }
afterEach(() => target.emulator.reset())

/** Machines of creations whose answers the client never read: there is nothing to find them by, for the platform has no list. */
function orphans({ entry, effect }: FaultRow<PlatformSandbox>): number {
  return entry.route === routes.create && hadEffect(effect) ? 1 : 0
}

/** What the platform says does not exist is not destroyed; who only asks about it asks twice. */
function disowned({ entry, effect }: FaultRow<PlatformSandbox>): number {
  if (entry.operation === 'getInfo') return 0
  return effect === '404' && (entry.route === routes.look || entry.route === routes.remove) ? 1 : 0
}

describe('a fault of the control plane is told as what it is, and leads to no second machine', () => {
  it.each(faultRows(controlCases))('%s', async (_title, row) => {
    const sandbox = target.make({ id: 'box', startTimeoutMs: 15_000 })
    await meetFault(bench, row, sandbox)
    expect(await livingCount(target)).toBe(1 + orphans(row))
    await sandbox.destroy()
    expect(await livingCount(target)).toBe(orphans(row) + disowned(row))
  })

  it.each(faultRows(attachCases))('%s', async (_title, row) => {
    const sandboxId = await makeForeign(target)
    const sandbox = target.make({ sandboxId, startTimeoutMs: 15_000 })
    await meetFault(bench, row, sandbox)
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(await livingCount(target)).toBe(1)
  })

  it.each(faultRows(endCases))('%s', async (_title, row) => {
    const sandbox = target.make()
    await meetFault(bench, row, sandbox)
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
    expect(await livingCount(target)).toBe(disowned(row))
  })
})

it.each([404, 410])('a sandboxId of which the platform says %i leads to a new machine', async (status) => {
  const sandboxId = await makeForeign(target)
  target.emulator.faults.next(routes.look, { status })
  const sandbox = target.make({ sandboxId })
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  expect(sandbox.sandboxId).not.toBe(sandboxId)
  expect(await stateOf(target, sandbox.sandboxId ?? '')).toBe('RUNNING')
})
