import type { Isolation } from './isolation.js'

/** Commands run as the host's user, with everything that user may do. */
export const noIsolation: Isolation = {
  backend: 'none',
  enforcesReadOnly: false,
  allowedDirectories: () => undefined,
  prepare: async () => undefined,
  release: async () => undefined,
  adjustEnvironment: () => undefined,
  invoke: (_machine, command) => ({ program: '/bin/sh', args: ['-c', command], isMonitor: false }),
}
