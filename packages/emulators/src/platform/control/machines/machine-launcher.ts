import type { Machine, MachineHost } from '../../../machine/index.js'
import type { DaemonFiles } from '../../../machine-launch/daemon-files.js'
import { mostProcesses } from '../../../machine-launch/most-processes.js'
import { type AgentLaunchSettings, agentSettingsVariable } from '../../agent/index.js'
import type { TemplateImage } from '../templates/index.js'
import { sandboxAccount } from './sandbox-account.js'

export interface LaunchOptions {
  /** Names the machine. */
  readonly id: string
  /** Its disk must stay held as long as the machine exists. */
  readonly image: TemplateImage
  readonly settings: AgentLaunchSettings
  readonly networkGroup: string
}

const mebibyte = 1024 * 1024

/** Starts machines with an agent inside. */
export class MachineLauncher {
  readonly #host: MachineHost
  readonly #files: DaemonFiles

  constructor(host: MachineHost, files: DaemonFiles) {
    this.#host = host
    this.#files = files
  }

  launch({ id, image, settings, networkGroup }: LaunchOptions): Promise<Machine> {
    const { memoryMB } = image.resources
    return this.#host.create({
      id,
      hostname: id,
      user: sandboxAccount,
      layers: image.disk.directories,
      pidsLimit: mostProcesses,
      ...(memoryMB === undefined ? {} : { memoryLimitBytes: memoryMB * mebibyte }),
      networkGroup,
      shared: [...this.#files.shared],
      daemon: { file: this.#files.launcher, env: { [agentSettingsVariable]: JSON.stringify(settings) } },
    })
  }
}
