import type { DiskHold } from '../../../disks/layer-store.js'
import type { Machine, MachineHost, MachineNetwork, SharedPath } from '../../../machine/index.js'
import type { DaemonFiles } from '../../../machine-launch/daemon-files.js'
import { mostProcesses } from '../../../machine-launch/most-processes.js'
import type { ToolboxSettings } from '../../toolbox/settings.js'
import { settingsVariable } from './launcher-source.js'
import { sandboxAccount } from './sandbox-account.js'

/** What the control plane says to the daemon; where it listens and who its user is, only the machine knows. */
export type LaunchSettings = Omit<ToolboxSettings, 'listen' | 'root' | 'user'> & {
  /** Who runs commands. Default: the account of the machine; `root` where the image says so. */
  readonly userName?: string | undefined
}

export interface LaunchOptions {
  /** Names the machine. */
  readonly id: string
  /** Must stay held as long as the machine exists. */
  readonly disk: DiskHold
  readonly settings: LaunchSettings
  /** Anything but `host` only where the host of the machines can. */
  readonly network: MachineNetwork
  /** Volumes. */
  readonly shared: readonly SharedPath[]
}

/** A machine whose daemon answers. */
export interface LaunchedMachine {
  readonly machine: Machine
  readonly toolbox: ToolboxAddress
  /** Nothing but a loopback interface, which this computer's programs do not share. */
  readonly hasOwnNetwork: boolean
}

export interface ToolboxAddress {
  readonly socketPath: string
}

function daemonEnv(settings: LaunchSettings): Record<string, string> {
  return { [settingsVariable]: JSON.stringify(settings) }
}

/** Starts machines with the daemon inside. */
export class MachineLauncher {
  readonly #host: MachineHost
  readonly #files: DaemonFiles

  constructor(host: MachineHost, files: DaemonFiles) {
    this.#host = host
    this.#files = files
  }

  async launch({ id, disk, settings, network, shared }: LaunchOptions): Promise<LaunchedMachine> {
    const given = this.#possible(network)
    const machine = await this.#host.create({
      id,
      hostname: id,
      user: sandboxAccount,
      layers: disk.directories,
      pidsLimit: mostProcesses,
      network: given,
      shared: [...this.#files.shared, ...shared],
      daemon: { file: this.#files.launcher, env: daemonEnv(settings) },
    })
    return { machine, toolbox: { socketPath: machine.socketPath }, hasOwnNetwork: given === 'private' }
  }

  /** Starts a stopped machine again: new processes on its old disk. */
  async relaunch(
    { machine, toolbox }: LaunchedMachine,
    settings: LaunchSettings,
    network: MachineNetwork,
  ): Promise<LaunchedMachine> {
    const given = this.#possible(network)
    const daemon = { file: this.#files.launcher, env: daemonEnv(settings) }
    await machine.restart({ daemon, network: given })
    return { machine, toolbox, hasOwnNetwork: given === 'private' }
  }

  /** Cuts what runs off, or lets it out; does nothing where that is not possible, or where the machine's network is its own. */
  async setNetwork({ machine, hasOwnNetwork }: LaunchedMachine, network: 'cut' | 'host'): Promise<void> {
    if (!hasOwnNetwork && this.#host.describe().networkFilter) await machine.setNetwork(network)
  }

  /** What cannot be filtered gets a network of its own, where there is nothing to reach. */
  #possible(network: MachineNetwork): MachineNetwork {
    const { networkFilter, privateNetwork } = this.#host.describe()
    if (network === 'cut' && networkFilter) return network
    return network !== 'host' && privateNetwork ? 'private' : 'host'
  }
}
