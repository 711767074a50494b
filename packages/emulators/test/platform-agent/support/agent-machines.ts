import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type Machine, type MachineHost, openMachineHost } from '../../../src/machine/index.js'
import { type DaemonFiles, prepareDaemonFiles } from '../../../src/machine-launch/daemon-files.js'
import {
  agentLauncherSource,
  type AgentLaunchSettings,
  agentProgram,
  agentSettingsVariable,
  networkGroupOf,
  privateName,
  PrivateNetworks,
} from '../../../src/platform/agent/index.js'

/** A machine with an agent in it. */
export interface AgentMachine {
  readonly machine: Machine
  /** For the client of the exec socket. */
  readonly url: string
}

/** Makes machines with agents; what is left of them ends with the test. */
export class AgentMachines {
  readonly host: MachineHost
  readonly root: string
  readonly #files: DaemonFiles
  readonly #networks = new PrivateNetworks()

  private constructor(host: MachineHost, root: string, files: DaemonFiles) {
    this.host = host
    this.root = root
    this.#files = files
  }

  static async open(): Promise<AgentMachines> {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-machines-')))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const host = await openMachineHost({ prefix: 'caisson-test', root })
    onTestFinished(() => host.close())
    const files = await prepareDaemonFiles(
      path.join(host.describe().directory, 'agent'),
      await agentProgram(),
      agentLauncherSource,
    )
    return new AgentMachines(host, root, files)
  }

  async create(
    id: string,
    isolation: 'ISOLATED' | 'PRIVATE' = 'ISOLATED',
    changes: Partial<AgentLaunchSettings> = {},
  ): Promise<AgentMachine> {
    const env = { RAILWAY_PRIVATE_DOMAIN: privateName(id) }
    const settings: AgentLaunchSettings = {
      sandboxId: id,
      workDir: '/workspace',
      env,
      features: ['stdin'],
      durableSessions: true,
      ...changes,
    }
    const group = networkGroupOf(isolation, 'environment-of-the-test', id)
    const machine = await this.host.create({
      id,
      user: { name: 'sandbox', uid: 1000, gid: 1000 },
      networkGroup: group,
      shared: [...this.#files.shared],
      daemon: { file: this.#files.launcher, env: { [agentSettingsVariable]: JSON.stringify(settings) } },
    })
    const { socketPath, address } = machine
    await this.#networks.join(group, { sandboxId: id, socketPath, address })
    return { machine, url: `ws+unix:${socketPath}:` }
  }

  async end({ machine }: AgentMachine, isolation: 'ISOLATED' | 'PRIVATE'): Promise<void> {
    await machine.kill()
    await this.#networks.leave(networkGroupOf(isolation, 'environment-of-the-test', machine.id), machine.id)
  }
}
