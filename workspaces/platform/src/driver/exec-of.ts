import { machineExec, type LeaseCache, type MachineExec } from '../exec/index.js'
import type { MachineFacts } from './machine-facts.js'
import type { PlatformDriverConfig } from './platform-driver-config.js'

/** The ways into a machine: the platform's own sockets, the injected runner where another vendor keeps it, the private network. */
export function execOf(facts: MachineFacts, leases: LeaseCache, { options }: PlatformDriverConfig): MachineExec {
  const { webSocketFactory, e2bExecRunner, addressRegistry, privateNetFetch } = options
  const { sandboxId, backend, instanceUrl, instanceToken } = facts
  return machineExec({
    leases,
    sandboxId,
    backend,
    webSocketFactory,
    e2bExecRunner,
    registry: addressRegistry,
    address: instanceUrl === undefined ? undefined : { instanceUrl, token: instanceToken },
    privateNetFetch,
  })
}
