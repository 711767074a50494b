import type { ProcessControl } from '../cgroup/process-control.js'
import type { MachineOptions } from '../machine-types.js'
import { machineAddress } from './machine-address.js'

/** Where others of its network group reach a machine; `undefined` for one without a group. */
export function addressOf({ networkGroup }: MachineOptions, { networkPlace }: ProcessControl): string | undefined {
  if (networkGroup === undefined) return undefined
  // Where nothing keeps machines apart, they are all at the same place.
  return networkPlace === undefined ? '127.0.0.1' : machineAddress(networkPlace.machine)
}
