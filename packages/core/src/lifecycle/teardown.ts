import type { ProviderStatus } from '../contract/lifecycle.js'
import { SandboxTimeoutError } from '../errors/sandbox-errors.js'
import { bestEffort } from '../util/logging.js'
import { raceSignal } from '../util/race-signal.js'
import { settlesWithin } from '../util/timer.js'
import { withTimeLimit } from '../util/with-time-limit.js'
import type { Acquisition } from './acquire.js'
import type { LifecycleConfig, Machine } from './lifecycle-config.js'
import { translateError } from './translate-error.js'

/** Ends machines: the one this host is attached to, one it knows only by identity, or one whose creation is still going on. */
export class Teardown<Handle> {
  readonly #config: LifecycleConfig<Handle>
  readonly #acquisition: Acquisition<Handle>
  #ended: Handle | undefined

  constructor(config: LifecycleConfig<Handle>, acquisition: Acquisition<Handle>) {
    this.#config = config
    this.#acquisition = acquisition
  }

  /** Whether this machine was or is being stopped or destroyed by us. */
  hasEnded(handle: Handle): boolean {
    return this.#ended === handle
  }

  /**
   * The machine to end. Without a handle it is looked up, where the provider can end a machine it is not attached to. A look-up
   * that fails has changed nothing, so that the status stays as it is.
   */
  async locate(
    handle: Handle | undefined,
    status: ProviderStatus,
    operation: 'stop' | 'destroy',
  ): Promise<Machine<Handle> | undefined> {
    const { driver } = this.#config
    if (handle !== undefined) return { ref: driver.describe(handle), handle }
    if (!driver.supports.detachedLifecycle && status === 'pending') return undefined
    const { startTimeoutMs } = this.#config
    try {
      const ref = await withTimeLimit(
        startTimeoutMs,
        () => new SandboxTimeoutError(startTimeoutMs, 'find'),
        (signal) => driver.find({ ...this.#config.identity(), signal }),
      )
      return ref && { ref, handle: undefined }
    } catch (error) {
      throw translateError(driver, error, operation)
    }
  }

  /** The result of a create request that is still on the wire when destroy is called. */
  async lateMachine(): Promise<Handle | undefined> {
    const creating = this.#acquisition.creating
    if (!creating) return undefined
    const { startTimeoutMs } = this.#config
    if (!(await settlesWithin(creating, startTimeoutMs))) throw new SandboxTimeoutError(startTimeoutMs, 'create')
    return creating.catch(() => undefined)
  }

  async end(machine: Machine<Handle>, end: 'stop' | 'destroy', signal: AbortSignal): Promise<void> {
    const { driver } = this.#config
    await bestEffort(`Preparing to ${end}`, this.#config.logger(), () => this.#config.beforeEnd(machine.handle, end))
    this.#config.expectEnd(end, true)
    this.#ended = machine.handle
    try {
      await raceSignal(driver[end](machine.ref, machine.handle, signal), signal)
    } catch (error) {
      this.#config.expectEnd(end, false)
      this.#ended = undefined
      throw error
    }
    if (machine.handle !== undefined) driver.detach?.(machine.handle)
    this.#config.afterEnd(end, true)
  }
}
