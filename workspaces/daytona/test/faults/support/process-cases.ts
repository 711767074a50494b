import { foundByOther, processFaultCases, ranOnce, type FaultCase } from '@caisson/testing'
import type { DaytonaSandbox } from '../../../src/index.js'
import { again } from './machines.js'
import { routes } from './routes.js'
import { commandStart, daemon, patient, reading, sessionStart, unknown } from './sights.js'

const { script, session, run, logs } = routes
const streamed = ['executeCommand with a listener', 'spawn and wait'] as const
const inEnvironment = 'executeCommand with a listener and env'

const commands = processFaultCases([
  { operation: 'executeCommand', route: script, sights: commandStart },
  ...streamed.map((operation) => ({ operation, route: session, sights: sessionStart })),
  ...streamed.map((operation) => ({ operation, route: run, sights: commandStart })),
  ...streamed.map((operation) => ({ operation, route: logs, sights: reading })),
  { operation: inEnvironment, route: script, sights: commandStart },
])

const processes = processFaultCases([
  { operation: 'list', route: script, sights: daemon },
  { operation: 'sendStdin', route: script, sights: patient },
  { operation: 'closeStdin', route: script, sights: patient },
  { operation: 'kill', route: script, sights: daemon },
])

/** With an environment the command is started by a request of its own; what is sent to a session only reads. */
const readers = processFaultCases([
  {
    operation: inEnvironment,
    route: run,
    sights: { ...patient, '404': unknown, '409': 'SandboxProviderError CONFLICT ambiguous' },
  },
  { operation: inEnvironment, route: logs, sights: reading },
]).map((entry) => ({ ...entry, check: ranOnce }))

export const processCases: readonly FaultCase<DaytonaSandbox>[] = [
  ...commands,
  ...readers,
  ...processes,
  { operation: 'get a process of another client', route: script, sights: patient, ...foundByOther(again) },
]
