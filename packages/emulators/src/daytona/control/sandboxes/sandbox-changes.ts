import { setTimeout as wait } from 'node:timers/promises'
import { MachineError } from '../../../machine/machine-error.js'
import type { EventHub } from '../events/event-hub.js'
import type { SandboxBuilds, SecretValues } from '../images.js'
import type { MachineLauncher } from '../machines/machine-launcher.js'
import type { Sandbox } from './sandbox.js'
import type { SandboxClock } from './sandbox-clock.js'
import type { DesiredState, SandboxState } from './sandbox-state.js'
import type { SandboxStore } from './sandbox-store.js'
import type { Transitions } from './transitions.js'

/** What the lifecycle works with. */
export interface LifecycleContext {
  readonly store: SandboxStore
  readonly launcher: MachineLauncher
  readonly events: EventHub
  readonly builder: SandboxBuilds
  readonly secrets: SecretValues
  readonly transitions: Transitions
  readonly settings: {
    readonly organizationId: string
    readonly target: string
    readonly minuteMs: number
    readonly ownNetworks: boolean
  }
  /** How clients see a sandbox. */
  view(sandbox: Sandbox): Record<string, unknown>
}

export interface ChangePlan {
  readonly during: SandboxState
  readonly desired: DesiredState
  readonly after: SandboxState
  /** Default: `error`, or `build_failed`. */
  readonly afterFailure?: SandboxState | undefined
}

/** Why a machine could not do something, without what only its own log shows. */
function reasonOf(error: unknown): string {
  if (error instanceof MachineError) return error.message.split('\n').at(-1) ?? error.message
  return error instanceof Error ? error.message : String(error)
}

/** Leads sandboxes from one state to another, and tells clients. */
export class SandboxChanges {
  readonly #context: LifecycleContext
  readonly #clock: SandboxClock

  constructor(context: LifecycleContext, clock: SandboxClock) {
    this.#context = context
    this.#clock = clock
  }

  /** Resolves and rejects with the work, once the state has changed. `work` is told how to find out whether something else has come between. */
  async run<T>(sandbox: Sandbox, plan: ChangePlan, work: (isCurrent: () => boolean) => Promise<T>): Promise<T> {
    sandbox.change += 1
    const { change } = sandbox
    const isCurrent = (): boolean => sandbox.change === change
    this.#enter(sandbox, plan.during, plan.desired)
    const result = this.#context.transitions.take(() => work(isCurrent))
    const end = result.then(
      () => this.#finish(sandbox, plan.after, plan.desired, isCurrent()),
      (error: unknown) => this.#failed(sandbox, plan, error, isCurrent()),
    )
    sandbox.transition = end
    await end
    return result
  }

  /** Shows another state of the change that is under way. */
  show(sandbox: Sandbox, state: SandboxState, isCurrent: () => boolean): void {
    if (isCurrent()) this.#enter(sandbox, state, sandbox.desired)
  }

  /** Whatever is under way ends without effect. */
  force(sandbox: Sandbox, state: SandboxState, desired: DesiredState): void {
    sandbox.change += 1
    this.#enter(sandbox, state, desired)
    if (state === 'destroyed') this.#gone(sandbox)
  }

  touched(sandbox: Sandbox): void {
    sandbox.updatedAt = new Date()
  }

  async settled(sandbox: Sandbox, limitMs: number): Promise<void> {
    const stop = new AbortController()
    const limit = wait(limitMs, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
    await Promise.race([sandbox.transition, limit])
    stop.abort()
  }

  #finish(sandbox: Sandbox, state: SandboxState, desired: DesiredState, isCurrent: boolean): void {
    if (!isCurrent) return
    this.#enter(sandbox, state, desired)
    if (state === 'destroyed') this.#gone(sandbox)
  }

  #failed(sandbox: Sandbox, plan: ChangePlan, error: unknown, isCurrent: boolean): void {
    if (!isCurrent) return
    if (plan.afterFailure !== undefined) return this.#enter(sandbox, plan.afterFailure, plan.desired)
    const isBuild = sandbox.state === 'pending_build' || sandbox.state === 'building_snapshot'
    sandbox.errorReason = reasonOf(error)
    this.#enter(sandbox, isBuild ? 'build_failed' : 'error', plan.desired)
  }

  #gone(sandbox: Sandbox): void {
    this.#context.store.remove(sandbox)
    this.#clock.disarm(sandbox)
  }

  #enter(sandbox: Sandbox, state: SandboxState, desired: DesiredState): void {
    const { state: oldState } = sandbox
    const { events } = this.#context
    sandbox.state = state
    sandbox.desired = desired
    sandbox.updatedAt = new Date()
    if (state === 'stopped') sandbox.stoppedAt ??= sandbox.updatedAt
    if (state === 'started') sandbox.stoppedAt = undefined
    if (state === 'destroyed') this.#clock.disarm(sandbox)
    else this.#clock.arm(sandbox)
    if (oldState === state) return
    events.publish('sandbox.state.updated', () => ({ sandbox: this.#context.view(sandbox), oldState, newState: state }))
  }
}
