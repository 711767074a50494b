import { rm } from 'node:fs/promises'
import { openMachineGroups } from './cgroup/host-groups.js'
import { checkMachineOptions } from './check-machine-options.js'
import type { FoundHost } from './choose-backing.js'
import { describeHost } from './describe-host.js'
import type { HostDescription } from './host-description.js'
import { machineFiles } from './host/machine-files.js'
import { removeHostGroups } from './host/remove-host-groups.js'
import { MachineError } from './machine-error.js'
import type { Backing, Machine, MachineHost, MachineOptions } from './machine-types.js'
import { ManagedMachine, type MachineSurroundings } from './managed-machine.js'

export class LocalMachineHost implements MachineHost {
  readonly #found: FoundHost
  readonly #description: HostDescription
  readonly #machines = new Map<string, ManagedMachine>()
  readonly #removals = new Set<Promise<void>>()
  #count = 0
  #closed: Promise<void> | undefined

  constructor(found: FoundHost & { readonly sweptHosts: number }) {
    this.#found = found
    this.#description = describeHost(found)
  }

  get backing(): Backing {
    return this.#found.backing.backing
  }

  describe(): HostDescription {
    return this.#description
  }

  machines(): readonly Machine[] {
    return [...this.#machines.values()]
  }

  async create(options: MachineOptions): Promise<Machine> {
    if (this.#closed) throw new MachineError('WRONG_STATE', 'the host of the machines is closed')
    checkMachineOptions(options)
    if (options.network === 'private' && !this.#description.privateNetwork) {
      throw new MachineError('UNSUPPORTED', `network: the backing ${this.backing} has no private network`)
    }
    if (options.network === 'cut' && !this.#description.networkFilter) {
      throw new MachineError('UNSUPPORTED', 'network: nothing here can cut a machine off')
    }
    if (this.#machines.has(options.id))
      throw new MachineError('INVALID_OPTION', `there is a machine ${options.id} already`)
    this.#count += 1
    const machine = new ManagedMachine(options, this.#surroundings(this.#count))
    this.#machines.set(options.id, machine)
    await machine.start()
    return machine
  }

  #surroundings(number: number): MachineSurroundings {
    const { directory, groups, backing } = this.#found
    return {
      backing,
      files: machineFiles(directory, number),
      openControl: ({ memoryLimitBytes: memory, pidsLimit: pids, networkGroup }) =>
        openMachineGroups(groups, String(number), {
          limits: { ...(memory === undefined ? {} : { memory }), ...(pids === undefined ? {} : { pids }) },
          networkGroup: this.#description.networkFilter ? networkGroup : undefined,
        }),
      onGone: (machine, removal) => {
        this.#machines.delete(machine.id)
        const removed = removal().finally(() => this.#removals.delete(removed))
        this.#removals.add(removed)
        // Reported by close(), which removes the whole directory once more.
        removed.catch(() => undefined)
      },
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    const failures = (await Promise.allSettled([...this.#machines.values()].map((machine) => machine.kill()))).flatMap(
      (result) => (result.status === 'rejected' ? [result.reason as unknown] : []),
    )
    await Promise.allSettled(this.#removals)
    const groups = await removeHostGroups(this.#found.groups)
    await rm(this.#found.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
    if (failures.length === 0 && groups.length === 0) return
    const cause = new AggregateError(failures, 'machines that could not be ended')
    throw new MachineError('CLEANUP_FAILED', `left behind: ${groups.join(', ') || 'processes'}`, { cause })
  }
}
