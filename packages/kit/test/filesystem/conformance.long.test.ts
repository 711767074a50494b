import { runFilesystemConformance, type FilesystemTarget } from '@caisson/conformance'
import { MachineDisk } from '@caisson/kit/filesystem'
import { machineDiskFacts } from './support/machine-disk-facts.js'
import { LocalMachine, localNames, type LocalMachineOptions } from './support/local-machine.js'

/** A vendor that has nothing but scripts: by several shells and users, and with several scripts for all larger content. */
const machines: Record<string, LocalMachineOptions> = {
  'by bash': { shell: '/bin/bash' },
  'by another user': { isOtherUser: true },
  'in small pieces': { inputBytes: 100_000, outputBytes: 300_000 },
}
const inPieces = ['read', 'append', 'streams', 'encoding', 'copy']

for (const [what, options] of Object.entries(machines)) {
  if (options.isOtherUser === true && process.getuid?.() !== 0) continue
  const target: FilesystemTarget = {
    ...machineDiskFacts,
    name: `MachineDisk ${what}`,
    create: async () => {
      const machine = await LocalMachine.create(options)
      return { filesystem: new MachineDisk({ ...localNames, files: machine.files }), cleanup: () => machine.remove() }
    },
  }
  runFilesystemConformance(target, options.inputBytes === undefined ? {} : { only: inPieces })
}
