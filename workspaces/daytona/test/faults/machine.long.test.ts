import { randomUUID } from 'node:crypto'
import { effects, faultRows, see } from '@caisson/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { fileCases } from './support/file-cases.js'
import { machinesOf } from './support/machines.js'
import { processCases } from './support/process-cases.js'

const target = useEmulated()
let owner: DaytonaSandbox
let sandbox: DaytonaSandbox

beforeAll(async () => {
  owner = target.make()
  await owner.start()
})
beforeEach(async () => {
  // A host that has just come has no session yet.
  sandbox = owner.clone({ id: owner.id })
  await sandbox.start()
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => owner.destroy())

describe('a fault of the way to the machine is told as what it is, nothing runs twice and the machine stays', () => {
  it.each(faultRows([...processCases, ...fileCases]))('%s', async (_title, { entry, effect, sight }) => {
    const prepared = { sandbox, tag: randomUUID() }
    const process = await entry.prepare?.(prepared)
    const ground = process ? { ...prepared, process } : prepared
    const fault = target.emulator.faults.next(entry.route, effects[effect])
    const seen = await see(entry.run(ground))
    expect(fault.hits).toBe(1)
    await entry.check?.(ground, effect, seen)
    expect(seen).toBe(sight)
    expect(sandbox.status).toBe('running')
    expect((await machinesOf(target, sandbox.id)).map((machine) => machine.id)).toEqual([owner.sandboxId])
  })
})
