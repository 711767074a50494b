import type { FilesystemTarget } from '@caisson/conformance'

/** What a disk can do that is reached by scripts. */
export const machineDiskFacts = {
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
