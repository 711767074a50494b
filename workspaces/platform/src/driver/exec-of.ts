import { featuresOf, leasedExec, type ScriptPlace } from '../exec/index.js'
import type { PlatformDriverConfig } from './platform-driver-config.js'
import type { PlatformMachine } from './platform-machine.js'

/** The way into a machine: by the platform's own sockets, or by the injected runner where another vendor keeps it. */
export function execOf({ leases, facts }: PlatformMachine, { options }: PlatformDriverConfig): ScriptPlace {
  const { webSocketFactory, e2bExecRunner } = options
  const open = leasedExec({ leases, backend: facts.backend, webSocketFactory, e2bExecRunner })
  return { open, features: () => featuresOf(leases.latest) }
}
