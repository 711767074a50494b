import type { MachineBacking, MachineFeatures, MachineStart, RunningMachine } from '../backing.js'
import { writeProcesses } from '../host/host-record.js'
import { listNamespaceProcesses } from '../processes/list-processes.js'
import { identify } from '../processes/process-identity.js'
import { signal } from '../processes/signal.js'
import { readHostFacts } from './host-facts.js'
import { planMachine } from './machine-plan.js'
import { planMasks } from './masks.js'
import { encodePlan } from './plan.js'
import { spawnInit } from './spawn-init.js'

/** Private machines from the kernel's own parts. Needs root on Linux. */
export class NamespaceBacking implements MachineBacking {
  readonly backing = 'namespaces'
  readonly #perl: string
  readonly #systemCalls: string

  constructor(
    perl: string,
    systemCalls: string,
    readonly features: MachineFeatures,
  ) {
    this.#perl = perl
    this.#systemCalls = systemCalls
  }

  prepareDisk(): Promise<void> {
    return Promise.resolve()
  }

  rootDirectory(): undefined {
    return undefined
  }

  async start(start: MachineStart): Promise<RunningMachine> {
    const { files, options } = start
    const host = { facts: await readHostFacts(), masks: planMasks() }
    const plan = encodePlan(this.#systemCalls, planMachine(start, host))
    const init = spawnInit(this.#perl, files.hostDirectory, plan, options.id)
    const initPid = await init.report.initPid
    try {
      const identities = [init.pid, initPid].flatMap((pid) => identify(pid) ?? [])
      await Promise.all([init.report.ready, writeProcesses(files.directory, identities)])
    } catch (error) {
      signal(initPid, 'SIGKILL')
      await init.exited
      throw error
    }
    const list = () => listNamespaceProcesses(initPid)
    return { processes: { initPid, initEndsAll: true, list }, exited: init.exited, log: init.log }
  }
}
