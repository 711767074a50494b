import { afterEach, describe, expect, it } from 'vitest'
import { testAttaching } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { makeForeign } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

describe('attaching by sandboxId', () => {
  testAttaching(bench)

  it('does not take a name for an id', async () => {
    const named = await makeForeign(target, undefined, { name: 'looks-like-an-id' })
    const sandbox = target.make({ sandboxId: 'looks-like-an-id' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.sandboxId).not.toBe(named.id)
  })
})
