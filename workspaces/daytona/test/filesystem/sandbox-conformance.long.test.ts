import { runFilesystemConformance, type FilesystemTarget } from '@caisson/conformance'
import { afterAll, beforeAll } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { diskFacts } from './support/disk-facts.js'

const emulated = useEmulated()
let owner: DaytonaSandbox
let cases = 0

beforeAll(async () => {
  owner = emulated.make()
  await owner.start()
})

afterAll(async () => owner?.destroy())

/** Everything but `listing/many`, which is slow and shows nothing that it does not show without a sandbox around. */
const suites =
  'read write append copy move delete directory stat paths containment abort errors streams search encoding'
const listings = 'entries missing spellings recursive extension depth names'
const only = [...suites.split(' '), ...listings.split(' ').map((id) => `listing/${id}`)]

const target: FilesystemTarget = {
  name: "DaytonaSandbox's filesystem",
  ...diskFacts,
  create: async () => {
    const workingDirectory = `/home/daytona/case ${cases++}`
    await owner.executeCommand('mkdir', ['-p', workingDirectory])
    // Another sandbox object at the same machine, since relative paths start at its working directory.
    const sandbox = emulated.make({ sandboxId: owner.sandboxId, workingDirectory })
    const { filesystem } = sandbox
    if (filesystem === undefined) throw new TypeError('the sandbox has no filesystem')
    return {
      filesystem,
      cleanup: async () => {
        await owner.executeCommand('rm', ['-rf', workingDirectory])
      },
    }
  },
}

runFilesystemConformance(target, { only })
