import type { ProcessControl } from '../cgroup/process-control.js'
import { MachineError } from '../machine-error.js'
import type { MachineNetwork } from '../machine-types.js'
import { makeFilterProgram } from './filter-program.js'
import { makeGroupProgram } from './group-program.js'
import { attachNetworkFilter, detachNetworkFilter } from './network-filter.js'

/** The error of a host that cannot change a network. */
export function noFilter(): MachineError {
  return new MachineError('UNSUPPORTED', 'network: nothing here can cut this machine off, or let it out')
}

function programFor(network: MachineNetwork, { networkPlace }: ProcessControl): Buffer | undefined {
  if (network === 'cut') return makeFilterProgram()
  return network === 'host' && networkPlace !== undefined ? makeGroupProgram(networkPlace) : undefined
}

/** Cuts the processes of a control off, or lets them out as far as their network group lets them. */
export async function setNetworkOf(control: ProcessControl, network: 'cut' | 'host'): Promise<void> {
  const { networkGroup } = control
  if (networkGroup === undefined) throw noFilter()
  const program = programFor(network, control)
  await (program === undefined ? detachNetworkFilter(networkGroup) : attachNetworkFilter(networkGroup, program))
}

/** The same for processes that are not there yet, so that nothing has to be taken away. */
export async function prepareNetwork(control: ProcessControl, network: MachineNetwork): Promise<void> {
  const program = programFor(network, control)
  if (program === undefined) return
  if (control.networkGroup === undefined) throw noFilter()
  await attachNetworkFilter(control.networkGroup, program)
}
