import type { Sandbox, SandboxInfo as E2BInfo } from 'e2b'
import { SandboxError, SandboxNotReadyError } from '@caisson/core/workspace'
import {
  currentTimeMs,
  type AcquireRequest,
  type ErrorFacts,
  type MachineState,
  type SandboxRef,
} from '@caisson/core/driver'
import { snapshotName, startingPoints } from './checkpoints.js'
import { createMachine } from './create-machine.js'
import type { E2BDriverConfig } from './e2b-driver-config.js'
import { E2BMachine, factsOf } from './e2b-machine.js'
import { e2bErrorFacts } from './error-facts.js'
import { findMachine } from './find-machine.js'
import { KeepAlive } from './keep-alive.js'
import { LapsedMachineError } from './lapsed-machine-error.js'
import { limited } from './limited.js'
import { refOf } from './machine-listing.js'
import { replaceTwin } from './replace-twin.js'
import { ControlRequests } from './requests.js'
import { SdkLoader } from './sdk.js'
import { TemplateResolver, type MadeMachine } from '../templates/resolve/template-resolver.js'

/** The half of the driver that makes, finds and ends machines, by the control plane alone. */
export class E2BControl {
  protected readonly config: E2BDriverConfig
  protected readonly sdk: SdkLoader = new SdkLoader()
  protected readonly requests: ControlRequests
  /** What the last look-up found. */
  protected found: E2BInfo | undefined
  protected snapshotId: string | undefined
  readonly #templates: TemplateResolver
  #attached: E2BMachine | undefined
  #created: E2BMachine | undefined

  constructor(config: E2BDriverConfig) {
    this.config = config
    this.requests = new ControlRequests(config.options, config.startTimeoutMs)
    const { template, defaultTemplate, buildTimeoutMs, onBuildLog } = config.options
    const { sdk, requests } = this
    const wanted = { template, defaultTemplate, buildTimeoutMs, onBuildLog }
    this.#templates = new TemplateResolver({ ...wanted, sdk, requests, logger: config.logger })
  }

  /** The machine that this host is attached to. */
  get attached(): E2BMachine | undefined {
    return this.#attached
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    const { isIdGiven } = this.config.options
    if (this.#mustCreate(request)) await this.#templates.prepare(request.signal)
    this.found = await findMachine({ sdk: await this.sdk.load(), requests: this.requests, isIdGiven }, request)
    return this.found && refOf(this.found)
  }

  async connect(ref: SandboxRef, request: AcquireRequest): Promise<E2BMachine> {
    const sdk = await this.sdk.load()
    const options = { ...this.requests.ofStart(request.signal), timeoutMs: this.config.options.timeoutMs }
    const machine = this.#attach(await sdk.Sandbox.connect(ref.sandboxId, options))
    if (this.#created?.sandboxId === ref.sandboxId) {
      machine.environmentNames = this.#created.environmentNames
      machine.template = this.#created.template
    }
    const { found } = this
    if (found?.sandboxId !== ref.sandboxId) return machine
    machine.facts = factsOf(found)
    // Connecting never shortens the life of a running machine.
    if (found.state === 'running') machine.keepAlive.noteEnd(Math.max(machine.keepAlive.endMs, found.endAt.getTime()))
    return machine
  }

  async create(request: AcquireRequest): Promise<E2BMachine> {
    const { sandbox, template } = await this.#create(request)
    const machine = this.#attach(sandbox)
    machine.template = template
    machine.environmentNames = Object.keys(request.env)
    this.#created = machine
    const { options, logger } = this.config
    const { requests } = this
    const context = { sdk: await this.sdk.load(), requests, timeoutMs: options.timeoutMs, logger: logger() }
    void replaceTwin(context, machine, request.id).catch((error: unknown) =>
      this.#debug(machine, 'looking for a twin', error),
    )
    return machine
  }

  describe(machine: E2BMachine): SandboxRef {
    return { sandboxId: machine.sandboxId, state: 'running' }
  }

  async inspect(ref: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'> {
    const sdk = await this.sdk.load()
    try {
      return (await limited(sdk.Sandbox.getInfo(ref.sandboxId, this.requests.single(signal)))).state
    } catch (error) {
      if (error instanceof sdk.SandboxNotFoundError) return 'gone'
      throw error
    }
  }

  /** Pauses, processes included, whatever shall happen at the end of the lifetime. Paused or gone already is a success. */
  async stop(ref: SandboxRef, _machine: E2BMachine | undefined, signal: AbortSignal): Promise<void> {
    const sdk = await this.sdk.load()
    try {
      await limited(sdk.Sandbox.pause(ref.sandboxId, this.requests.single(signal)))
    } catch (error) {
      if (!(error instanceof sdk.SandboxNotFoundError)) throw error
    }
  }

  async destroy(ref: SandboxRef, _machine: E2BMachine | undefined, signal: AbortSignal): Promise<void> {
    const sdk = await this.sdk.load()
    await limited(sdk.Sandbox.kill(ref.sandboxId, this.requests.single(signal)))
  }

  detach(machine: E2BMachine): void {
    machine.close()
    if (this.#attached === machine) this.#attached = undefined
  }

  /** Saves the machine's state, under the checkpoint's name where there is one. Throws `SandboxNotReadyError` without a machine. */
  async snapshot(machine: E2BMachine | undefined): Promise<void> {
    const { id, checkpointName } = this.config.options
    if (!machine) throw new SandboxNotReadyError(id)
    const sdk = await this.sdk.load()
    const name = checkpointName === undefined ? {} : { name: snapshotName(checkpointName) }
    const saving = sdk.Sandbox.createSnapshot(machine.sandboxId, { ...this.requests.single(), ...name })
    const { snapshotId } = await limited(saving)
    this.snapshotId = snapshotId
  }

  classifyError(error: unknown): ErrorFacts {
    if (SandboxError.isInstance(error)) return { code: error.code, retry: error.retry }
    if (error instanceof LapsedMachineError) return { code: 'GONE', retry: 'safe' }
    return e2bErrorFacts(error, this.sdk.loaded)
  }

  /** The machine's own word on when it ends; `undefined` when it does not run. */
  protected async readEnd(machine: E2BMachine): Promise<number | undefined> {
    const sdk = await this.sdk.load()
    const look = sdk.Sandbox.getInfo(machine.sandboxId, this.requests.single(machine.closed))
    const { state, endAt } = await limited(look)
    return state === 'running' ? endAt.getTime() : undefined
  }

  async #create(request: AcquireRequest): Promise<MadeMachine> {
    const sdk = await this.sdk.load()
    const { requests } = this
    const { options } = this.config
    for (const template of startingPoints(options)) {
      try {
        const sandbox = await createMachine({ sdk, requests, options, template }, request)
        return { sandbox, template: { templateName: template } }
      } catch (error) {
        // Nothing was saved under this name yet.
        if (this.classifyError(error).code !== 'NOT_FOUND') throw error
      }
    }
    return this.#templates.create(request.signal, async (template) =>
      createMachine({ sdk, requests, options, template }, request),
    )
  }

  /** Nothing can be found for a start like this. */
  #mustCreate({ sandboxId }: AcquireRequest): boolean {
    const { options } = this.config
    const isNew = !options.isIdGiven && sandboxId === undefined && this.#created === undefined
    return isNew && startingPoints(options).length === 0
  }

  #attach(sandbox: Sandbox): E2BMachine {
    const { timeoutMs } = this.config.options
    this.#attached = new E2BMachine(
      sandbox,
      (machine) =>
        new KeepAlive(currentTimeMs() + timeoutMs, {
          lifetimeMs: timeoutMs,
          readEnd: () => this.readEnd(machine),
          extend: async () => {
            const sdk = await this.sdk.load()
            const options = this.requests.single(machine.closed)
            await limited(sdk.Sandbox.setTimeout(machine.sandboxId, timeoutMs, options))
          },
          onFailure: (error) => this.#debug(machine, 'keeping the machine alive', error),
        }),
    )
    return this.#attached
  }

  /** For what nobody waits for. */
  #debug(machine: E2BMachine, step: string, error: unknown): void {
    if (!machine.closed.aborted) this.config.logger().debug(`e2b: ${step} failed`, error)
  }
}
