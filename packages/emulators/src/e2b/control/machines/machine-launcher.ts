import type { Machine, MachineHost } from '../../../machine/index.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { DaemonFiles } from '../../../machine-launch/daemon-files.js'
import { mostProcesses } from '../../../machine-launch/most-processes.js'
import { type EnvdAddress, type EnvdInitialization, initializeEnvd } from './envd-client.js'
import { settingsVariable } from './launcher-source.js'
import { sandboxUser } from './runtime.js'

export interface LaunchOptions {
  /** Names the machine. */
  readonly id: string
  readonly accessToken: string | undefined
  readonly disk: DiskHold
  /** Cuts it off from all networks, where the backing can. */
  readonly isCutOff?: boolean | undefined
  readonly initialization: EnvdInitialization
}

/** A machine whose daemon is ready for clients. */
export interface LaunchedMachine {
  readonly machine: Machine
  readonly envd: EnvdAddress
  /** Nothing but a loopback interface, which this computer's programs do not share. */
  readonly hasOwnNetwork: boolean
}

/** Starts machines with the daemon inside. */
export class MachineLauncher {
  readonly #host: MachineHost
  readonly #files: DaemonFiles

  constructor(host: MachineHost, files: DaemonFiles) {
    this.#host = host
    this.#files = files
  }

  /** The machine stands on the layers of the given disk, which must stay held as long as it exists. */
  async launch({ id, accessToken, disk, initialization, isCutOff = false }: LaunchOptions): Promise<LaunchedMachine> {
    const hasOwnNetwork = isCutOff && this.#host.describe().privateNetwork
    const machine = await this.#host.create({
      id,
      // The vendor's sandboxes have this name, and prompts show it.
      hostname: 'e2b.local',
      user: sandboxUser,
      layers: disk.directories,
      pidsLimit: mostProcesses,
      network: hasOwnNetwork ? 'private' : 'host',
      shared: this.#files.shared,
      daemon: {
        file: this.#files.launcher,
        env: { [settingsVariable]: JSON.stringify({ accessToken, defaultUser: initialization.defaultUser }) },
      },
    })
    const envd = { socketPath: machine.socketPath, accessToken }
    try {
      await initializeEnvd(envd, initialization)
    } catch (error) {
      await machine.kill()
      throw error
    }
    return { machine, envd, hasOwnNetwork }
  }

  /** Starts a stopped machine again: new processes on its old disk. */
  async relaunch({ machine, envd }: LaunchedMachine, initialization: EnvdInitialization): Promise<void> {
    await machine.restart()
    await initializeEnvd(envd, initialization)
  }
}
