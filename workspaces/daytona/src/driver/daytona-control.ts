import type { Daytona, Sandbox } from '@daytonaio/sdk'
import { SandboxError } from '@caisson/core/workspace'
import type { AcquireRequest, ErrorFacts, MachineState, SandboxRef } from '@caisson/core/driver'
import { releaseOnAbort, StartClock } from '@caisson/kit/http'
import { requireConnection } from '../options/index.js'
import type { DaytonaDriverConfig } from './daytona-driver-config.js'
import { DaytonaMachine } from './daytona-machine.js'
import { LostMachineError } from './driver-errors.js'
import { daytonaErrorFacts } from './error-facts.js'
import type { ControlContext } from './machines/control-context.js'
import { createMachine } from './machines/create-machine.js'
import { endMachine } from './machines/end-machine.js'
import { findMachine, getMachine } from './machines/find-machine.js'
import { kindOf, toldState } from './machines/machine-state.js'
import { refresh, settleMachine } from './machines/settle-machine.js'
import { SessionPool } from './processes/session-pool.js'
import { SdkLoader } from './sdk.js'

/** The half of the driver that makes, finds and ends machines, by the control plane alone. */
export class DaytonaControl {
  protected readonly config: DaytonaDriverConfig
  readonly #sdk = new SdkLoader()
  readonly #clock: StartClock
  #client: Daytona | undefined
  /** What the last look-up found. */
  #found: Sandbox | undefined
  #attached: DaytonaMachine | undefined
  #hasWarned = false

  constructor(config: DaytonaDriverConfig) {
    this.config = config
    this.#clock = new StartClock(config.startTimeoutMs)
  }

  /** The machine that this host is attached to. */
  get attached(): DaytonaMachine | undefined {
    return this.#attached
  }

  async find(request: AcquireRequest): Promise<SandboxRef | undefined> {
    this.#found = await findMachine(await this.#context(), request)
    return this.#found && refOf(this.#found)
  }

  async connect(ref: SandboxRef, request: AcquireRequest): Promise<DaytonaMachine> {
    const context = await this.#context()
    const sandbox = await this.sandboxOf(ref, undefined)
    // What a listing tells is partial, and it is all that is known of a machine that need not be started.
    if (sandbox.env === undefined && kindOf(sandbox) === 'running') await refresh(context, sandbox)
    await settleMachine(context, sandbox, request)
    return this.#attach(context, sandbox, request)
  }

  async create(request: AcquireRequest): Promise<DaytonaMachine> {
    this.#warnOnce()
    const context = await this.#context()
    return this.#attach(context, await createMachine(context, request), request)
  }

  describe(machine: DaytonaMachine): SandboxRef {
    return refOf(machine.sandbox)
  }

  async inspect(ref: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'> {
    const context = await this.#context()
    const sandbox = await releaseOnAbort(getMachine(context, ref.sandboxId), signal)
    return sandbox ? toldState(sandbox) : 'gone'
  }

  async stop(ref: SandboxRef, machine: DaytonaMachine | undefined, signal: AbortSignal): Promise<void> {
    await this.#end(ref, machine, 'stop', signal)
  }

  async destroy(ref: SandboxRef, machine: DaytonaMachine | undefined, signal: AbortSignal): Promise<void> {
    await this.#end(ref, machine, 'destroy', signal)
  }

  detach(machine: DaytonaMachine): void {
    machine.sessions.close()
    if (this.#attached === machine) this.#attached = undefined
    this.#dispose(machine.client)
  }

  classifyError(error: unknown): ErrorFacts {
    if (SandboxError.isInstance(error))
      return { code: error.code, retry: error.retry, retryAfterMs: error.retryAfterMs }
    return daytonaErrorFacts(error, this.#sdk.loaded)
  }

  /** The SDK's object of a machine: the one that is attached or was found last, else it is asked for. */
  protected async sandboxOf(ref: SandboxRef, machine: DaytonaMachine | undefined): Promise<Sandbox> {
    if (machine) return machine.sandbox
    if (this.#found?.id === ref.sandboxId) return this.#found
    const sandbox = await getMachine(await this.#context(), ref.sandboxId)
    if (!sandbox) throw new LostMachineError(ref.sandboxId, 'not there any more')
    return sandbox
  }

  async #end(
    ref: SandboxRef,
    machine: DaytonaMachine | undefined,
    end: 'stop' | 'destroy',
    signal: AbortSignal,
  ): Promise<void> {
    const context = await this.#context()
    try {
      await endMachine(context, await this.sandboxOf(ref, machine), end, signal)
    } catch (error) {
      if (!(error instanceof LostMachineError)) throw error
    } finally {
      this.#found = undefined
      if (!machine) this.#dispose(context.client)
    }
  }

  #attach({ client, sdk }: ControlContext, sandbox: Sandbox, { env }: AcquireRequest): DaytonaMachine {
    const sessions = new SessionPool(sdk, sandbox, this.config.logger)
    const machine = new DaytonaMachine(sandbox, client, sessions, Object.keys(env))
    this.#attached = machine
    return machine
  }

  async #context(): Promise<ControlContext> {
    const sdk = await this.#sdk.load()
    const { options, logger } = this.config
    // Without events: a socket that cannot be opened would keep this process alive for minutes.
    this.#client ??= new sdk.Daytona({ ...requireConnection(options), otelEnabled: false, useDeprecatedPolling: true })
    return { sdk, client: this.#client, options, clock: this.#clock, logger: logger() }
  }

  #dispose(client: Daytona): void {
    if (this.#client === client) this.#client = undefined
    client[Symbol.asyncDispose]().catch((error: unknown) =>
      this.config.logger().debug('daytona: closing failed', error),
    )
  }

  #warnOnce(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    for (const warning of this.config.options.warnings) this.config.logger().warn(warning)
  }
}

/** A machine as core knows it. One that is gone is never described. */
function refOf(sandbox: Sandbox): SandboxRef {
  const { id, createdAt } = sandbox
  const told = toldState(sandbox)
  return {
    sandboxId: id,
    state: told === 'gone' ? 'stopped' : told,
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
  }
}
