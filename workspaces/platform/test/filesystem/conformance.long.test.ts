import { type FilesystemTarget, runFilesystemConformance } from '@caisson/conformance'
import { afterAll, beforeAll, describe } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated, type Emulated } from '../support/emulated.js'

const facts = {
  capabilities: {
    modes: true,
    // Links work, but nothing contains them: a machine has no outside.
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
} as const satisfies Omit<FilesystemTarget, 'name' | 'create'>

/** Each case has a directory of its own in one machine. */
function runOver(name: string, emulated: Emulated): void {
  let first: PlatformSandbox | undefined
  let count = 0
  beforeAll(async () => {
    first = emulated.make()
    await first.start()
  })
  afterAll(() => first?.destroy())
  runFilesystemConformance({
    ...facts,
    name,
    create: async () => {
      count += 1
      const workingDirectory = `/tmp/case ${count}`
      await first?.executeCommand('mkdir', ['-p', workingDirectory])
      const { filesystem } = emulated.make({ sandboxId: first?.sandboxId, workingDirectory })
      if (filesystem === undefined) throw new TypeError('expected a filesystem')
      return {
        filesystem,
        cleanup: async () => {
          await first?.executeCommand('rm', ['-rf', workingDirectory])
        },
      }
    },
  })
}

describe('where sockets take input', () => {
  runOver('platform disk (emulated)', useEmulated())
})

describe('where they take none', () => {
  runOver('platform disk (emulated, plain)', useEmulated({ features: [], durableSessions: false }))
})
