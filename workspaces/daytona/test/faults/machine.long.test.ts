import { see, testMachineFaults } from '@caisson/testing'
import { expect } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { fileCases } from './support/file-cases.js'
import { again, machinesOf } from './support/machines.js'
import { processCases } from './support/process-cases.js'

const target = useEmulated()

testMachineFaults({
  target,
  make: () => target.make(),
  again,
  cases: [...processCases, ...fileCases],
  see,
  stays: async ({ id, sandboxId }) => {
    expect((await machinesOf(target, id)).map((machine) => machine.id)).toEqual([sandboxId])
  },
})
