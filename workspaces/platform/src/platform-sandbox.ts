import { SandboxNotReadyError, SandboxStateError, type Logger, type SandboxCloneOptions } from '@caisson/core/workspace'
import { BaseSandbox, silentLogger } from '@caisson/core/driver'
import { withDetachedRelay } from '@caisson/kit/relay'
import type { CheckpointResult } from './driver/checkpoints.js'
import type { TemplatePending } from './driver/machine-facts.js'
import { PlatformDriver } from './driver/platform-driver.js'
import type { PlatformMachine } from './driver/platform-machine.js'
import { PlatformProcessManager } from './driver/platform-process-manager.js'
import { relayNeeds } from './driver/relay-needs.js'
import { SandboxDestroyedError } from './exec/index.js'
import {
  clonePlatformOptions,
  describePlatformOptions,
  platformInstructions,
  resolvePlatformOptions,
  type PlatformSandboxOptions,
} from './options/index.js'

const defaultStartTimeoutMs = 300_000

/**
 * A sandbox at a hosted agent platform.
 *
 * `start()` provisions a machine, or reconnects to the one that `sandboxId` names. An `id` that the caller chose is sent as the
 * key to recover by: a new machine starts from the last checkpoint of the machine before it. `stop()` destroys the machine
 * unless `stopBehavior` says otherwise, and any later call provisions another; after `destroy()` only `start()` does.
 *
 * When the platform says that the machine is gone, the call that noticed throws `SandboxDestroyedError` and the next one
 * provisions, unless `restartOnGone` is set.
 */
export class PlatformSandbox extends BaseSandbox<PlatformMachine> {
  readonly #driver: PlatformDriver
  readonly #options: PlatformSandboxOptions
  readonly #log: { target: Logger }

  /**
   * Checks the options; sends nothing.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong. A missing token, project or environment is an
   * error of the first call that needs it.
   */
  constructor(options: PlatformSandboxOptions = {}) {
    const resolved = resolvePlatformOptions(options)
    const log = { target: options.logger ?? silentLogger }
    const { workingDirectory } = options
    const driver = new PlatformDriver({
      options: resolved,
      workingDirectory,
      startTimeoutMs: options.startTimeoutMs ?? defaultStartTimeoutMs,
      described: describePlatformOptions(options),
      logger: () => log.target,
    })
    super({
      name: 'PlatformSandbox',
      id: resolved.id,
      sandboxId: resolved.sandboxId,
      driver: withDetachedRelay(
        driver,
        relayNeeds(() => driver.attached),
      ),
      options: { ...options, restartOnGone: options.restartOnGone ?? false },
      defaultTimeoutMs: resolved.timeoutMs,
      processManager: PlatformProcessManager,
      describe: () => platformInstructions(driver.attached?.sandboxId, workingDirectory),
    })
    this.#driver = driver
    this.#options = options
    this.#log = log
  }

  override get processes(): PlatformProcessManager {
    return super.processes as PlatformProcessManager
  }

  /** The platform's id of the machine, while it runs. */
  get sandboxId(): string | undefined {
    return this.#running?.sandboxId
  }

  /** What the platform said when it made the machine from something else than the wanted template, which it is still building. */
  get templatePending(): TemplatePending | undefined {
    return this.#running?.templatePending
  }

  /**
   * Asks the platform to keep the machine's disk as it is now, for the next machine of the same `id`. Callers at the same time
   * share one request, and those who joined it are told `coalesced`. Starts nothing: without a running machine, or without an
   * `id` of the caller's own, the result is `skipped` with the reason.
   */
  async captureCheckpoint(): Promise<CheckpointResult> {
    const machine = this.#running
    if (!machine) return { status: 'skipped', reason: 'sandbox-not-running' }
    const capturing = this.#driver.checkpoints.capture(machine)
    try {
      return await this.#judged('capture a checkpoint', machine, capturing)
    } catch (error) {
      if (error instanceof SandboxDestroyedError) return { status: 'skipped', reason: 'sandbox-not-running' }
      throw error
    }
  }

  /**
   * Removes the checkpoint that a later machine of the same `id` would start from; there need not be one. Throws
   * `SandboxNotReadyError` while no machine runs.
   */
  async deleteCheckpoint(): Promise<void> {
    const machine = this.#running
    if (!machine) throw new SandboxNotReadyError(this.id)
    await this.#judged('delete a checkpoint', machine, this.#driver.checkpoints.delete(machine))
  }

  /**
   * An independent sandbox with the same options, credentials and template, but for its identity and what the given ones say.
   * Sends nothing.
   */
  clone(options: SandboxCloneOptions = {}): PlatformSandbox {
    const parent = { ...this.#options, env: this.getEnv(), logger: this.#log.target }
    return new PlatformSandbox(clonePlatformOptions(parent, options))
  }

  override __setLogger(logger: Logger): void {
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    super.__setLogger(logger)
    this.#log.target = logger
  }

  get #running(): PlatformMachine | undefined {
    return this.status === 'running' ? this.#driver.attached : undefined
  }

  /**
   * Waits for a call that must not start a machine; `useMachine` would, where the present one is being stopped. Errors are judged
   * as those of all calls, so that a machine that is gone is forgotten.
   */
  async #judged<T>(operation: string, machine: PlatformMachine, call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (cause) {
      if (this.#running !== machine) {
        const context = { operation, provider: this.provider, retry: 'ambiguous', cause } as const
        throw new SandboxStateError(`The sandbox was stopped or destroyed meanwhile: ${operation}`, undefined, context)
      }
      return this.useMachine(operation, async () => {
        throw cause
      })
    }
  }
}
