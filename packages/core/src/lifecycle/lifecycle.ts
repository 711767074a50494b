import type { ProviderStatus, StartOptions, StartResult } from '../contract/lifecycle.js'
import { checkAbortSignal } from '../errors/argument-error.js'
import { SandboxError } from '../errors/base-error.js'
import {
  SandboxAbortError,
  SandboxGoneError,
  SandboxNotReadyError,
  SandboxStateError,
  SandboxTimeoutError,
} from '../errors/sandbox-errors.js'
import { currentTimeMs } from '../util/ids.js'
import { startTimer } from '../util/timer.js'
import { Acquisition, type Acquired } from './acquire.js'
import { isInHook, runInHook } from './hook-scope.js'
import type { LifecycleConfig } from './lifecycle-config.js'
import type { Operation } from './operation.js'
import { OperationQueue } from './operation-queue.js'
import { runEndHook, runStartHook } from './run-hooks.js'
import { Teardown } from './teardown.js'
import { sandboxTransitions } from './transitions.js'
import { translateError } from './translate-error.js'

/**
 * The life of one sandbox, as one queue. Starts and stops run one after the other in the order they were asked for;
 * equal neighbours are one. Destroy cancels everything that is queued or in flight.
 */
export class Lifecycle<Handle> {
  readonly #config: LifecycleConfig<Handle>
  readonly #acquisition: Acquisition<Handle>
  readonly #teardown: Teardown<Handle>
  #status: ProviderStatus = 'pending'
  #error: string | undefined
  #machine: Acquired<Handle> | undefined
  readonly #queue: OperationQueue<Acquired<Handle>> = new OperationQueue()
  #destroying: Promise<void> | undefined
  /** Set by destroy, also by one that failed: nothing lazy starts the sandbox any more. */
  #isSealed = false

  constructor(config: LifecycleConfig<Handle>) {
    this.#config = config
    this.#acquisition = new Acquisition(
      config.driver,
      config.logger(),
      () => this.#queue.endsWithStart || this.#isSealed,
    )
    this.#teardown = new Teardown(config, this.#acquisition)
  }

  get status(): ProviderStatus {
    return this.#status
  }

  /** Text of the last failure, while the status is `error`. */
  get error(): string | undefined {
    return this.#error
  }

  /** The machine this host is attached to, if any. */
  get handle(): Handle | undefined {
    return this.#machine?.handle
  }

  /** Whether a call on this machine failed because we stopped or destroyed it meanwhile. */
  hasEnded(handle: Handle): boolean {
    return this.#teardown.hasEnded(handle)
  }

  async start(options: StartOptions = {}): Promise<StartResult> {
    const { abortSignal } = options
    checkAbortSignal(abortSignal)
    if (abortSignal?.aborted) throw new SandboxAbortError('start', abortSignal.reason, { retry: 'safe' })
    if (isInHook(this)) return this.#requireMachineInHook()
    // Without an await where none is needed, calls keep the order in which they were made.
    if (this.#destroying || this.#status === 'destroyed') await this.#requireStartable()
    if (this.#status === 'running' && !this.#queue.isBusy) return { outcome: 'connected' }
    try {
      const { outcome } = await this.#queue.enqueue('start', (operation) => this.#start(operation)).join(abortSignal)
      return { outcome }
    } catch (error) {
      // Told when destroy is done, so that whoever awaits destroy first and this second has not missed it.
      await this.#untilDestroyed()
      throw error
    }
  }

  /** The live machine for a command, starting it when needed. */
  async acquire(signal?: AbortSignal): Promise<Handle> {
    const machine = this.#machine
    if (machine && this.#isUsable()) return machine.handle
    if (this.#isSealed || this.#status === 'destroyed' || isInHook(this))
      throw new SandboxNotReadyError(this.#config.id)
    if (signal?.aborted) throw new SandboxAbortError('start', signal.reason, { retry: 'safe' })
    return (await this.#queue.enqueue('start', (operation) => this.#start(operation)).join(signal)).handle
  }

  async stop(): Promise<void> {
    this.#refuseInHook('stop')
    if (this.#destroying) return this.#untilDestroyed()
    if (this.#status === 'destroyed' || (this.#status === 'stopped' && this.#queue.isEmpty)) return
    try {
      await this.#queue.enqueue('stop', (operation) => this.#stop(operation)).join(undefined)
    } catch (error) {
      // A stop that destroy has overtaken got more than it asked for.
      if (!this.#isSealed) throw error
      await this.#untilDestroyed()
    }
  }

  async destroy(): Promise<void> {
    this.#refuseInHook('destroy')
    if (this.#status === 'destroyed' && !this.#queue.isBusy) return
    this.#destroying ??= this.#destroy().finally(() => {
      this.#destroying = undefined
    })
    await this.#destroying
  }

  /** Forgets a machine that is gone, or that somebody stopped. A machine that already has a successor is left alone. */
  invalidate(handle: Handle, end: 'stop' | 'gone'): void {
    if (this.#machine?.handle !== handle) return
    this.#machine = undefined
    this.#config.driver.detach?.(handle)
    this.#config.afterEnd(end, false)
    if (this.#status === 'running') this.#enter('stopped')
  }

  /** A hook would wait for itself for ever. */
  #refuseInHook(operation: string): void {
    if (!isInHook(this)) return
    throw new SandboxStateError(
      `${operation}() cannot be called from a hook of the same sandbox`,
      { id: this.#config.id },
      { operation },
    )
  }

  #requireMachineInHook(): StartResult {
    if (!this.#machine) throw new SandboxNotReadyError(this.#config.id)
    return { outcome: 'connected' }
  }

  #isUsable(): boolean {
    if (isInHook(this)) return true
    return this.#status === 'running' && !this.#queue.isBusy && !this.#isSealed
  }

  async #requireStartable(): Promise<void> {
    if (!this.#config.driver.supports.startAfterDestroy) {
      throw new SandboxStateError('Cannot start a destroyed sandbox', { id: this.#config.id }, { operation: 'start' })
    }
    await this.#untilDestroyed()
  }

  async #untilDestroyed(): Promise<void> {
    await this.#destroying?.catch(() => undefined)
  }

  async #start(operation: Operation<Acquired<Handle>>): Promise<Acquired<Handle>> {
    operation.signal.throwIfAborted()
    if (this.#status === 'running' && this.#machine) return { handle: this.#machine.handle, outcome: 'connected' }
    this.#isSealed = false
    this.#enter('starting')
    const { startTimeoutMs, afterStart } = this.#config
    const endsAtMs = currentTimeMs() + startTimeoutMs
    const timer = startTimer(startTimeoutMs, () => operation.cancel(new SandboxTimeoutError(startTimeoutMs, 'start')))
    try {
      // A machine whose start hook failed is kept, and keeps the outcome that its hook has not yet dealt with.
      const machine = this.#machine ?? (await this.#acquire(operation.signal))
      this.#machine = machine
      this.#enter('running')
      await runStartHook(this, this.#config, machine.outcome, operation.signal)
      // As part of the start, so that an onMount hook can use the machine while everybody else still waits.
      const start = { outcome: machine.outcome, remainingMs: endsAtMs - currentTimeMs() }
      if (this.#machine === machine) await runInHook(this, () => afterStart(machine.handle, start), operation.signal)
      if (this.#machine !== machine) throw new SandboxGoneError('The machine went away while it was being set up')
      return machine
    } catch (error) {
      throw this.#fail(error, 'start')
    } finally {
      timer.cancel()
    }
  }

  async #acquire(signal: AbortSignal): Promise<Acquired<Handle>> {
    return this.#acquisition.acquire({ ...this.#config.identity(), signal })
  }

  async #stop(operation: Operation<undefined>): Promise<undefined> {
    operation.signal.throwIfAborted()
    const machine = await this.#teardown.locate(this.#machine?.handle, this.#status, 'stop')
    if (!machine) {
      if (this.#status !== 'pending') this.#enter('stopped')
      return undefined
    }
    this.#enter('stopping')
    // A machine that we only looked up may be paused already.
    if (machine.handle === undefined && machine.ref.state !== 'running') {
      this.#enter('stopped')
      return undefined
    }
    try {
      await runEndHook(this, this.#config, 'onStop', operation.signal)
      operation.signal.throwIfAborted()
      await this.#teardown.end(machine, 'stop', operation.signal)
    } catch (error) {
      throw this.#fail(error, 'stop')
    }
    this.#machine = undefined
    this.#isSealed = this.#config.driver.supports.stopRemoves
    this.#enter(this.#isSealed ? 'destroyed' : 'stopped')
    return undefined
  }

  async #destroy(): Promise<void> {
    this.#isSealed = true
    await this.#queue.cancelAll(new SandboxStateError('The sandbox is being destroyed', { id: this.#config.id }))
    const previous = this.#status
    if (previous === 'destroyed') return
    try {
      this.#enter('destroying')
      const kept = this.#machine?.handle ?? (await this.#teardown.lateMachine())
      const machine = await this.#teardown.locate(kept, previous, 'destroy')
      if (machine) {
        await runEndHook(this, this.#config, 'onDestroy')
        await this.#teardown.end(machine, 'destroy', new AbortController().signal)
      } else this.#config.afterEnd('destroy', true)
    } catch (error) {
      throw this.#fail(error, 'destroy')
    }
    this.#machine = undefined
    this.#enter('destroyed')
  }

  /** Records a failure and returns it as one of our errors. */
  #fail(error: unknown, operation: string): Error {
    const translated = translateError(this.#config.driver, error, operation)
    this.#enter('error')
    this.#error = translated.message
    return translated
  }

  #enter(next: ProviderStatus): void {
    if (this.#status === next) return
    if (!sandboxTransitions[this.#status].includes(next)) {
      throw new SandboxError(`Sandbox status cannot go from ${this.#status} to ${next}`, 'INTERNAL')
    }
    this.#status = next
    this.#error = undefined
  }
}
