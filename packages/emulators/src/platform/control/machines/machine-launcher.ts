import type { Machine, MachineHost } from '../../../machine/index.js'
import type { DaemonFiles } from '../../../machine-launch/daemon-files.js'
import { mostProcesses } from '../../../machine-launch/most-processes.js'
import { type AgentLaunchSettings, agentSettingsVariable } from '../../agent/index.js'
import { type E2BLaunchSettings, e2bSettingsVariable } from '../backends/e2b-launcher-source.js'
import type { Backend } from '../project-place.js'
import type { TemplateImage } from '../templates/index.js'
import { sandboxAccount } from './sandbox-account.js'

export interface LaunchOptions {
  /** Names the machine. */
  readonly id: string
  /** Its disk must stay held as long as the machine exists. */
  readonly image: TemplateImage
  readonly settings: AgentLaunchSettings
  readonly networkGroup: string
  /** Says which daemons there are beside the agent. */
  readonly backend: Backend
}

/** What machines run, by who keeps them. */
export type BackendFiles = Readonly<Record<Backend, () => Promise<DaemonFiles>>>

const mebibyte = 1024 * 1024

/** Settings of the daemons, as the variable that their launcher reads. */
const variablesOf: Readonly<Record<Backend, (settings: AgentLaunchSettings) => Readonly<Record<string, string>>>> = {
  railway: (settings) => ({ [agentSettingsVariable]: JSON.stringify(settings) }),
  e2b: (agent) => {
    const envd = { defaultUser: sandboxAccount.name, defaultWorkdir: agent.workDir, envVars: agent.env }
    return { [e2bSettingsVariable]: JSON.stringify({ agent, envd } satisfies E2BLaunchSettings) }
  },
}

/** Starts machines with an agent inside. */
export class MachineLauncher {
  readonly #host: MachineHost
  readonly #files: BackendFiles

  constructor(host: MachineHost, files: BackendFiles) {
    this.#host = host
    this.#files = files
  }

  async launch({ id, image, settings, networkGroup, backend }: LaunchOptions): Promise<Machine> {
    const { memoryMB } = image.resources
    const { shared, launcher } = await this.#files[backend]()
    return this.#host.create({
      id,
      hostname: id,
      user: sandboxAccount,
      layers: image.disk.directories,
      pidsLimit: mostProcesses,
      ...(memoryMB === undefined ? {} : { memoryLimitBytes: memoryMB * mebibyte }),
      networkGroup,
      shared: [...shared],
      daemon: { file: launcher, env: variablesOf[backend](settings) },
    })
  }
}
