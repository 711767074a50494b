import { randomUUID } from 'node:crypto'
import { effects, faultRows } from '@caisson/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/machines.js'
import { fileCases } from './support/file-cases.js'
import { processCases } from './support/process-cases.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()
let owner: PlatformSandbox
let sandbox: PlatformSandbox

beforeAll(async () => {
  owner = target.make()
  await owner.start()
})
beforeEach(async () => {
  sandbox = owner.clone({ sandboxId: owner.sandboxId })
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
    const seen = await seePlatform(entry.run(ground))
    expect(fault.hits).toBe(1)
    await entry.check?.(ground, effect, seen)
    expect(seen).toBe(sight)
    expect([sandbox.status, sandbox.sandboxId]).toEqual(['running', owner.sandboxId])
    expect(await stateOf(target, owner.sandboxId ?? '')).toBe('RUNNING')
    expect(target.emulator.journal.count({ route: routes.create })).toBe(1)
  })
})
