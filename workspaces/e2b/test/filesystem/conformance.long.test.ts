import { runFilesystemConformance } from '@caisson/conformance'
import { E2BDisk } from '../../src/filesystem/index.js'
import { diskFacts } from './support/disk-facts.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
let cases = 0

runFilesystemConformance({
  name: 'E2BDisk',
  ...diskFacts,
  create: async () => {
    const { access, sandbox, sh } = machine()
    const workingDirectory = `/home/user/case ${cases++}`
    await sandbox.files.makeDir(workingDirectory)
    return {
      filesystem: new E2BDisk({ ...access, workingDirectory }),
      cleanup: async () => {
        await sh(`rm -rf '${workingDirectory}'`)
      },
    }
  },
})
