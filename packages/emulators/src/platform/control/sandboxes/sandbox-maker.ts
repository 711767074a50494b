import { randomUUID } from 'node:crypto'
import type { Machine } from '../../../machine/index.js'
import { type AgentLaunchSettings, privateName } from '../../agent/index.js'
import type { CloudSettings } from '../cloud-settings.js'
import type { MachineLauncher } from '../machines/machine-launcher.js'
import type { Backend } from '../project-place.js'
import type { TemplateImage } from '../templates/index.js'
import {
  type InstanceOptions,
  type InstanceParts,
  type InstanceServer,
  newInstanceToken,
  startInstanceServer,
} from './instance-server.js'
import type { Creation } from './read-creation.js'
import type { Sandbox, SandboxScope } from './sandbox.js'

export interface SandboxPlan {
  readonly id: string
  readonly creation: Creation
  readonly scope: SandboxScope
  readonly backend: Backend
  /** Its hold goes over to the sandbox, or is let go. */
  readonly image: TemplateImage
  readonly networkGroup: string
}

/** Says that something begins, which `cut` ends; what is returned says that it is over. */
type Begin = (sandbox: Sandbox, cut: () => void) => () => void

/** Makes the machine of a sandbox, and its side-car. */
export class SandboxMaker {
  readonly #launcher: MachineLauncher
  readonly #settings: CloudSettings
  readonly #parts: InstanceParts

  constructor(launcher: MachineLauncher, settings: CloudSettings, parts: InstanceParts) {
    this.#launcher = launcher
    this.#settings = settings
    this.#parts = parts
  }

  async make(plan: SandboxPlan, begin: Begin): Promise<Sandbox> {
    const { id, creation, scope, backend, image, networkGroup } = plan
    const token = creation.isolation === 'PRIVATE' ? newInstanceToken() : undefined
    const machine = await this.#launch(plan, token)
    const made: { sandbox?: Sandbox } = {}
    const socketPath = (): string | undefined => (machine.state === 'running' ? machine.socketPath : undefined)
    const onCall = (cut: () => void): (() => void) => (made.sandbox ? begin(made.sandbox, cut) : () => undefined)
    const instance = await this.#openInstance(
      plan,
      machine,
      token === undefined ? undefined : { sandboxId: id, token, socketPath, onCall },
    )
    const sandbox: Sandbox = {
      id,
      scope,
      backend,
      image,
      machine,
      instance,
      networkGroup,
      resourceId: randomUUID(),
      recoveryId: creation.recoveryId,
      isolation: creation.isolation,
      idleMinutes: creation.idleMinutes ?? this.#settings.idleTimeoutMinutes,
      createdAt: new Date(),
      destroyedAt: undefined,
      idleTimer: undefined,
      captureTimer: undefined,
      capture: undefined,
      ending: undefined,
      lastActivityAt: new Date(),
      cuts: new Set(),
      closing: new Set(),
    }
    made.sandbox = sandbox
    return sandbox
  }

  /** Takes the machine along where the side-car cannot be opened. */
  async #openInstance(
    { image }: SandboxPlan,
    machine: Machine,
    options: Omit<InstanceOptions, keyof InstanceParts> | undefined,
  ): Promise<InstanceServer | undefined> {
    if (options === undefined) return undefined
    try {
      return await startInstanceServer({ ...this.#parts, ...options })
    } catch (error) {
      await machine.kill()
      await image.disk.release()
      throw error
    }
  }

  async #launch(
    { id, creation, image, networkGroup, backend }: SandboxPlan,
    token: string | undefined,
  ): Promise<Machine> {
    const { features, durableSessions } = this.#settings
    const settings: AgentLaunchSettings = {
      sandboxId: id,
      workDir: image.workDir,
      env: { ...image.env, RAILWAY_PRIVATE_DOMAIN: privateName(id), ...creation.env },
      features,
      durableSessions,
      ...(token === undefined ? {} : { instanceToken: token }),
    }
    try {
      return await this.#launcher.launch({ id, image, settings, networkGroup, backend })
    } catch (error) {
      await image.disk.release()
      throw error
    }
  }
}
