import { runFilesystemConformance } from '@caisson/conformance'
import { DaytonaDisk } from '../../src/filesystem/index.js'
import { diskFacts } from './support/disk-facts.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
let cases = 0

runFilesystemConformance({
  name: 'DaytonaDisk',
  ...diskFacts,
  create: async () => {
    const { access, sh, home } = machine()
    const workingDirectory = `${home}/case ${cases++}`
    await sh(`mkdir '${workingDirectory}'`)
    return {
      filesystem: new DaytonaDisk({ ...access, workingDirectory }),
      cleanup: async () => {
        await sh(`rm -rf '${workingDirectory}'`)
      },
    }
  },
})
