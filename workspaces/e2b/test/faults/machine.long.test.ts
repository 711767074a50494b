import { see, testMachineFaults } from '@caisson/testing'
import { expect } from 'vitest'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'
import { fileCases } from './support/file-cases.js'
import { machinesOf } from './support/machines.js'
import { processCases } from './support/process-cases.js'

const target = useEmulated()

testMachineFaults({
  target,
  make: () => target.make(),
  // One client is enough here.
  again: async (sandbox) => sandbox,
  cases: [...processCases, ...fileCases],
  see,
  settle: () => untilQuiet(target.emulator),
  stays: async ({ id, sandboxId }) => {
    expect((await machinesOf(target, id)).map((machine) => machine.sandboxId)).toEqual([sandboxId])
  },
})
