import type { DiskHold } from '../../../disks/layer-store.js'
import type { Machine, MachineHost, SharedPath } from '../../../machine/index.js'
import type { ToolboxSettings } from '../../toolbox/settings.js'
import type { DaemonFiles } from './daemon-files.js'
import { sandboxAccount } from './sandbox-account.js'

/** Enough for any work, and few enough that a program that multiplies itself does not take the computer with it. */
const mostProcesses = 8192

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
  /** `private`: cut off from all networks, where the backing can. */
  readonly network: 'host' | 'private'
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
  return { CAISSON_DAYTONA_SETTINGS: JSON.stringify(settings) }
}

/** Starts machines with the daemon inside. */
export class MachineLauncher {
  readonly #host: MachineHost
  readonly #files: DaemonFiles

  constructor(host: MachineHost, files: DaemonFiles) {
    this.#host = host
    this.#files = files
  }

  get canCutOff(): boolean {
    return this.#host.describe().privateNetwork
  }

  async launch({ id, disk, settings, network, shared }: LaunchOptions): Promise<LaunchedMachine> {
    const hasOwnNetwork = network === 'private' && this.canCutOff
    const machine = await this.#host.create({
      id,
      hostname: id,
      user: sandboxAccount,
      layers: disk.directories,
      pidsLimit: mostProcesses,
      network: hasOwnNetwork ? 'private' : 'host',
      shared: [...this.#files.shared, ...shared],
      daemon: { file: this.#files.launcher, env: daemonEnv(settings) },
    })
    return { machine, toolbox: { socketPath: machine.socketPath }, hasOwnNetwork }
  }

  /** Starts a stopped machine again: new processes on its old disk. */
  async relaunch(
    { machine, toolbox }: LaunchedMachine,
    settings: LaunchSettings,
    network: 'host' | 'private',
  ): Promise<LaunchedMachine> {
    const hasOwnNetwork = network === 'private' && this.canCutOff
    const daemon = { file: this.#files.launcher, env: daemonEnv(settings) }
    await machine.restart({ daemon, network: hasOwnNetwork ? 'private' : 'host' })
    return { machine, toolbox, hasOwnNetwork }
  }
}
