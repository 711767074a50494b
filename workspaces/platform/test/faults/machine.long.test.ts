import { testMachineFaults } from '@caisson/testing'
import { expect } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/machines.js'
import { fileCases } from './support/file-cases.js'
import { again } from './support/machines.js'
import { processCases } from './support/process-cases.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()

testMachineFaults({
  target,
  make: () => target.make(),
  again,
  cases: [...processCases, ...fileCases],
  see: seePlatform,
  stays: async ({ sandboxId }) => {
    expect(await stateOf(target, sandboxId ?? '')).toBe('RUNNING')
    expect(target.emulator.journal.count({ route: routes.create })).toBe(1)
  },
})
