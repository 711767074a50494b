import { randomUUID } from 'node:crypto'
import { effects, faultRows, see } from '@caisson/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { E2BSandbox } from '../../src/index.js'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'
import { processCases } from './support/daemon-cases.js'
import { fileCases } from './support/file-cases.js'
import { machinesOf } from './support/machines.js'

const target = useEmulated()
let sandbox: E2BSandbox
let sandboxId: string | undefined

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
  await untilQuiet(target.emulator)
  sandboxId = sandbox.sandboxId
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => sandbox.destroy())

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
    expect((await machinesOf(target, sandbox.id)).map((machine) => machine.sandboxId)).toEqual([sandboxId])
  })
})
