import { runFilesystemConformance } from '@caisson/conformance'
import { E2BDisk } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
let cases = 0

runFilesystemConformance({
  name: 'E2BDisk',
  capabilities: {
    modes: true,
    // Links work, but nothing contains them: a machine has no outside. Their cases are in links.test.ts.
    symlinks: false,
    atomicWrites: true,
    exclusiveCreate: true,
    preciseTimes: true,
    strictTree: true,
    rootedPaths: false,
    streams: true,
    anyNames: true,
  },
  knownFailing: {
    'read-only/refuses': 'the disk of a machine can always be written',
    'read-only/reads': 'the disk of a machine can always be written',
  },
  caseLimitMs: 120_000,
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
