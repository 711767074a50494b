import * as sdk from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { testFailedLookUp, testLookUp } from '@caisson/testing/providers'
import { listMachines } from '../../src/driver/machine-listing.js'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, ownerKey } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

describe('looking up by the logical id [C05]', () => {
  testLookUp(bench)

  it('reads all pages, oldest first', async () => {
    const made: string[] = []
    for (let count = 0; count < 3; count += 1) made.push((await makeForeign(target, 'many')).sandboxId)
    const before = target.emulator.journal.last
    const machines = await listMachines(sdk, { [ownerKey]: 'many' }, { ...target.connection, limit: 1 })
    expect(machines.map(({ sandboxId }) => sandboxId)).toEqual(made)
    expect(target.emulator.journal.count({ after: before })).toBeGreaterThanOrEqual(3)
  })
})

describe('failures of the look-up surface, and nothing is created [BR-003] [P2]', () => {
  testFailedLookUp(bench)

  it('rate limits end the start when they outlast it', async () => {
    target.emulator.faults.next('GET /v2/sandboxes', { status: 429, times: Infinity })
    const sandbox = target.make({ id: 'box', startTimeoutMs: 400 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    target.emulator.faults.clear()
    expect(await listAll(target)).toEqual([])
  })
})
