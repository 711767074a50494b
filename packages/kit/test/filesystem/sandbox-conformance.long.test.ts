import { runFilesystemConformance } from '@caisson/conformance'
import { LocalSandbox } from '@caisson/core'
import { MachineDisk, sandboxFiles } from '@caisson/kit/filesystem'
import { mkdtemp, rm } from 'node:fs/promises'
import { machineDiskFacts } from './support/machine-disk-facts.js'
import { localNames } from './support/local-machine.js'

runFilesystemConformance({
  ...machineDiskFacts,
  name: 'MachineDisk over the processes of a LocalSandbox',
  create: async () => {
    const workingDirectory = await mkdtemp('/tmp/caisson sandbox-')
    const sandbox = new LocalSandbox({ workingDirectory })
    return {
      filesystem: new MachineDisk({ ...localNames, files: sandboxFiles(sandbox) }),
      cleanup: async () => {
        await sandbox.destroy()
        await rm(workingDirectory, { recursive: true, force: true })
      },
    }
  },
})
