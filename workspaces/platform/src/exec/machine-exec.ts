import type { SandboxAddress, SandboxAddressRegistry } from './address-registry.js'
import type { OpenExec } from './exec-channel.js'
import { featuresOf } from './features.js'
import type { LeaseCache } from './lease-cache.js'
import { leasedExec, type LeasedExecConfig } from './leased-exec.js'
import { privateExec, PrivateNetwork } from './private-net/index.js'
import type { ScriptPlace } from './run-script.js'

/** What the ways into one machine need. */
export interface MachineExecConfig extends LeasedExecConfig {
  readonly leases: LeaseCache
  readonly sandboxId: string
  /** Where addresses in the private network are kept. Default: that network is not used. */
  readonly registry?: SandboxAddressRegistry | undefined
  /** Where the platform says that the machine is in the private network. */
  readonly address?: SandboxAddress | undefined
  /** For requests in the private network. */
  readonly privateNetFetch: typeof fetch
}

/** The ways into one machine. */
export interface MachineExec {
  /** For scripts of ours, whose output is exact. */
  readonly place: ScriptPlace
  /** For commands that are waited for. */
  readonly command: OpenExec
  /** Forgets where the machine was in the private network. */
  close(): Promise<void>
}

/** Begins to look for the machine in the private network, in the background, where a registry was given. */
export function machineExec(config: MachineExecConfig): MachineExec {
  const { leases, sandboxId, registry, address, privateNetFetch } = config
  const place: ScriptPlace = { open: leasedExec(config), features: () => featuresOf(leases.latest) }
  if (!registry) return { place, command: place.open, close: async () => undefined }
  const network = new PrivateNetwork({ sandboxId, address, registry, fetch: privateNetFetch })
  network.begin()
  const command = privateExec({ network, sandboxId, fetch: privateNetFetch, place })
  return { place, command, close: async () => network.close() }
}
