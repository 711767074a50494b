import {
  createId,
  currentTimeMs,
  type AcquireRequest,
  type ErrorFacts,
  type MachineState,
  type SandboxRef,
} from '@caisson/core/driver'
import { StartClock } from '@caisson/kit/http'
import { redactRepositoryText } from '@caisson/kit/templates'
import { PlatformClient } from '../client/index.js'
import { LeaseCache, mintLease, SandboxDestroyedError } from '../exec/index.js'
import { Checkpoints } from './checkpoints.js'
import { creationBody, secretsOf } from './creation-body.js'
import { platformErrorFacts } from './error-facts.js'
import { execOf } from './exec-of.js'
import type { MachineFacts } from './machine-facts.js'
import { PlatformApi } from './platform-api.js'
import type { PlatformDriverConfig } from './platform-driver-config.js'
import { PlatformMachine, type MachineParts } from './platform-machine.js'
import { TemplateSource, type WantedTemplate } from './template-source.js'

/** How a machine was got, for the log. */
type StartMode = 'created' | 'connected'

/** The half of the driver that makes, finds and ends machines, by the platform's API alone. */
export class PlatformControl {
  protected readonly config: PlatformDriverConfig
  protected readonly client: PlatformClient
  readonly checkpoints: Checkpoints
  readonly #api: PlatformApi
  readonly #templates: TemplateSource
  readonly #clock: StartClock
  /** Ids that the platform has said are gone: they are not asked for again. */
  readonly #gone = new Set<string>()
  #found: MachineFacts | undefined
  #attached: PlatformMachine | undefined
  #hasCreated = false
  #templateError: string | undefined

  constructor(config: PlatformDriverConfig) {
    this.config = config
    const { options } = config
    this.client = new PlatformClient({ connection: options.connection, fetch: options.fetch })
    this.#api = new PlatformApi(this.client, () => options.connection().backend)
    this.#templates = new TemplateSource(options.template, config.logger)
    this.#clock = new StartClock(config.startTimeoutMs)
    this.checkpoints = new Checkpoints(this.#api)
  }

  /** The machine that this host is attached to. */
  get attached(): PlatformMachine | undefined {
    return this.#attached
  }

  /** Why the last machine that was created did not get the template that it was to have. */
  get templateError(): string | undefined {
    return this.#templateError
  }

  /** By the platform's own id only: a logical id is not looked up, it is what a new machine recovers from. */
  async find({ sandboxId, signal }: AcquireRequest): Promise<SandboxRef | undefined> {
    if (sandboxId === undefined || this.#gone.has(sandboxId)) return undefined
    this.#found = await this.#look(sandboxId, signal)
    return this.#found && refOf(this.#found)
  }

  async connect({ sandboxId }: SandboxRef, { env, signal, id }: AcquireRequest): Promise<PlatformMachine> {
    const startedAtMs = currentTimeMs()
    const found = this.#found?.sandboxId === sandboxId ? this.#found : await this.#look(sandboxId, signal)
    if (!found) throw new SandboxDestroyedError({ sandboxId, attempts: 1 })
    const machine = this.#machine(found, { environment: {}, ownNames: Object.keys(env), recoveryId: id })
    await machine.leases.prefetch()
    return this.#attach(machine, 'connected', { startedAtMs })
  }

  async create({ id, env, signal }: AcquireRequest): Promise<PlatformMachine> {
    const { options } = this.config
    const environmentId = options.environmentId()
    const startedAtMs = currentTimeMs()
    const template = await this.#wantedTemplate(signal)
    // What was sent once with an id of our own making would be recovered from by the second creation.
    const recoveryId = options.isIdGiven || !this.#hasCreated ? id : createId('platform-sandbox')
    this.#hasCreated = true
    const sentAtMs = currentTimeMs()
    const creation = { options, environmentId, recoveryId, env, template }
    const facts = await this.#api.create(creationBody(creation), secretsOf(creation))
    const requestMs = currentTimeMs() - sentAtMs
    const machine = this.#machine(facts, { environment: { ...env }, ownNames: Object.keys(env), recoveryId })
    // The machine is there and has to be known, whatever comes of this: the first command asks again.
    await machine.leases.prefetch().catch((error: unknown) => {
      this.config.logger().debug(`platform: sandbox ${facts.sandboxId} has no lease yet`, platformErrorFacts(error))
    })
    return this.#attach(machine, 'created', { startedAtMs, requestMs, template })
  }

  describe({ facts }: PlatformMachine): SandboxRef {
    return refOf(facts)
  }

  async inspect({ sandboxId }: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'> {
    if (this.#gone.has(sandboxId)) return 'gone'
    return (await this.#look(sandboxId, signal)) ? 'running' : 'gone'
  }

  async stop(ref: SandboxRef): Promise<void> {
    await this.checkpoints.settled()
    if (this.config.options.stopBehavior === 'destroy') await this.#remove(ref)
  }

  async destroy(ref: SandboxRef): Promise<void> {
    await this.#remove(ref)
  }

  detach(machine: PlatformMachine): void {
    machine.release()
    if (this.#attached === machine) this.#attached = undefined
  }

  classifyError(error: unknown): ErrorFacts {
    return platformErrorFacts(error)
  }

  /** What the platform says of a machine now; what it said last where it cannot be asked. Throws `SandboxDestroyedError`. */
  protected async refreshed(machine: PlatformMachine): Promise<MachineFacts> {
    const { sandboxId } = machine
    try {
      // That it is not known may be said once by mistake, and who only asks shall lose no sandbox by that.
      const facts = (await this.#api.get(sandboxId)) ?? (await this.#look(sandboxId))
      if (!facts) throw new SandboxDestroyedError({ sandboxId, attempts: 1 })
      machine.facts = facts
    } catch (error) {
      if (error instanceof SandboxDestroyedError) throw error
      this.config.logger().debug('platform: looking at a sandbox failed', platformErrorFacts(error))
    }
    return machine.facts
  }

  async #look(sandboxId: string, signal?: AbortSignal): Promise<MachineFacts | undefined> {
    const facts = await this.#api.get(sandboxId, signal)
    if (!facts) this.#noteGone(sandboxId)
    return facts
  }

  async #remove({ sandboxId }: SandboxRef): Promise<void> {
    if (this.#gone.has(sandboxId)) return
    await this.#api.delete(sandboxId)
    this.#noteGone(sandboxId)
  }

  #noteGone(sandboxId: string): void {
    this.#gone.add(sandboxId)
    if (this.#found?.sandboxId === sandboxId) this.#found = undefined
    this.forgetAddress(sandboxId)
  }

  protected forgetAddress(sandboxId: string): void {
    const { addressRegistry } = this.config.options
    if (!addressRegistry) return
    Promise.resolve(addressRegistry.delete(sandboxId)).catch((error: unknown) =>
      this.config.logger().debug('platform: forgetting an address failed', platformErrorFacts(error)),
    )
  }

  #machine(
    facts: MachineFacts,
    { recoveryId, ...parts }: Pick<MachineParts, 'environment' | 'ownNames'> & { readonly recoveryId: string },
  ): PlatformMachine {
    const { sandboxId, backend } = facts
    const leases = new LeaseCache(async () => {
      try {
        return await mintLease(this.client, sandboxId)
      } catch (error) {
        if (error instanceof SandboxDestroyedError) this.#noteGone(sandboxId)
        throw error
      }
    })
    // With an id of our own making nobody can ask for the checkpoint later; the other vendor's are asked for by name.
    const checkpointId = this.config.options.isIdGiven || backend === 'e2b' ? recoveryId : undefined
    return new PlatformMachine({ facts, leases, exec: execOf(facts, leases, this.config), checkpointId, ...parts })
  }

  #attach(
    machine: PlatformMachine,
    mode: StartMode,
    {
      startedAtMs,
      requestMs,
      template,
    }: { startedAtMs: number; requestMs?: number; template?: WantedTemplate | undefined },
  ): PlatformMachine {
    this.#attached = machine
    this.config.logger().info('platform: sandbox started', {
      sandboxId: machine.sandboxId,
      sessionId: this.config.options.sessionId,
      mode,
      totalMs: currentTimeMs() - startedAtMs,
      requestMs,
      templateHash: template?.hash,
    })
    return machine
  }

  /** A template that cannot be found is no reason to have no machine: it starts from the platform's own. */
  async #wantedTemplate(signal: AbortSignal): Promise<WantedTemplate | undefined> {
    this.#templateError = undefined
    try {
      return await this.#templates.resolve(signal, this.#clock.remainingMs(signal))
    } catch (error) {
      // Nobody waits for the machine any more.
      signal.throwIfAborted()
      this.#templateError = redactRepositoryText(error instanceof Error ? error.message : String(error))
      this.config.logger().warn(`platform: the template of a sandbox could not be found: ${this.#templateError}`)
      return undefined
    }
  }
}

/** There is no other state: one that is destroyed is gone. */
function refOf({ sandboxId, createdAt }: MachineFacts): SandboxRef {
  return { sandboxId, state: 'running', createdAt }
}
