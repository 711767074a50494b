import { afterEach, describe, expect, it } from 'vitest'
import { testAttaching } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

describe('attaching by sandboxId [E09] [E16]', () => {
  testAttaching(bench)

  it('surfaces rate limits that last longer than the start', async () => {
    const machine = await makeForeign(target)
    target.emulator.faults.next(bench.routes.look, { status: 429, times: Infinity })
    const sandbox = target.make({ sandboxId: machine.sandboxId, startTimeoutMs: 2000 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    target.emulator.faults.clear()
    expect(await listAll(target)).toHaveLength(1)
  })

  it('says what is wrong with an id that cannot exist', async () => {
    await expect(target.make({ sandboxId: 'not/an id' }).start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await listAll(target)).toEqual([])
  })
})
