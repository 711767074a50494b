import { HttpFailure } from '../../../http/http-failure.js'
import type { SharedPath } from '../../../machine/index.js'
import type { Resources, SandboxImage } from '../images.js'
import type { CreateRequest } from './create-request.js'
import { makeSandbox } from './make-sandbox.js'
import type { NetworkSettings, Sandbox } from './sandbox.js'
import { type ChangePlan, type LifecycleContext, SandboxChanges } from './sandbox-changes.js'
import { SandboxClock, type DueAction } from './sandbox-clock.js'
import { cutConnections } from './sandbox-connections.js'
import { SandboxMachines } from './sandbox-machines.js'
import { requirePossible } from './require-possible.js'
import type { SandboxState } from './sandbox-state.js'

/** Makes, starts, stops, archives and ends sandboxes. One change of a sandbox at a time; what comes meanwhile is refused. */
export class SandboxLifecycle {
  readonly #context: LifecycleContext
  readonly #changes: SandboxChanges
  readonly #machines: SandboxMachines
  readonly clock: SandboxClock

  constructor(context: LifecycleContext) {
    this.#context = context
    this.clock = new SandboxClock(context.settings.minuteMs, (sandbox, action) => this.#due(sandbox, action))
    this.#changes = new SandboxChanges(context, this.clock)
    this.#machines = new SandboxMachines(context, (sandbox) => this.#exited(sandbox))
  }

  /**
   * Returns at once with a sandbox that is being made; throws where the request cannot be fulfilled. `image`: what it starts from, which is
   * taken over; without one it is built first.
   */
  create(request: CreateRequest, image: SandboxImage | undefined, shares: readonly SharedPath[]): Sandbox {
    const { store, events, settings } = this.#context
    const sandbox = makeSandbox(request, image, { store, shares, target: settings.target })
    store.add(sandbox)
    events.publish('sandbox.created', () => this.#context.view(sandbox))
    this.clock.arm(sandbox)
    this.#begin(sandbox, { during: sandbox.state, desired: 'started', after: 'started' }, async (isCurrent) => {
      await this.#machines.launch(sandbox, image ?? (await this.#build(sandbox, isCurrent)), isCurrent)
    })
    return sandbox
  }

  /** Resolves when the change that is under way has ended, or so much time has passed. */
  settled(sandbox: Sandbox, limitMs: number): Promise<void> {
    return this.#changes.settled(sandbox, limitMs)
  }

  /** A change of state that ends by itself. */
  start(sandbox: Sandbox): void {
    if (sandbox.state === 'started') return
    requirePossible('start', sandbox)
    const isArchived = sandbox.state === 'archived' || sandbox.state === 'archiving'
    const before = sandbox.transition
    sandbox.lastActivityAt = new Date()
    const plan = { during: isArchived ? 'restoring' : 'starting', desired: 'started', after: 'started' } as const
    this.#begin(sandbox, plan, async (isCurrent) => {
      // Archiving is let end first.
      await before
      await this.#machines.boot(sandbox, isCurrent)
    })
  }

  /** An ephemeral sandbox is deleted. */
  stop(sandbox: Sandbox): void {
    requirePossible('stop', sandbox)
    if (sandbox.intervals.autoDelete === 0) return this.delete(sandbox)
    const plan = { during: 'stopping', desired: 'stopped', after: 'stopped' } as const
    this.#begin(sandbox, plan, () => this.#machines.halt(sandbox))
  }

  archive(sandbox: Sandbox): void {
    requirePossible('archive', sandbox)
    const plan = { during: 'archiving', desired: 'archived', after: 'archived' } as const
    this.#begin(sandbox, plan, () => {
      sandbox.backupState = 'Completed'
      return Promise.resolve()
    })
  }

  /** Starts a sandbox again whose error can be overcome. */
  recover(sandbox: Sandbox): void {
    requirePossible('recover', sandbox)
    const plan = { during: 'starting', desired: 'started', after: 'started' } as const
    this.#begin(sandbox, plan, (isCurrent) => this.#machines.boot(sandbox, isCurrent))
  }

  /** The figures are shown; the machine has what the computer has. */
  resize(sandbox: Sandbox, resources: Resources): void {
    requirePossible('change', sandbox)
    const { state: after, desired } = sandbox
    this.#begin(sandbox, { during: 'resizing', desired, after }, () => {
      sandbox.resources = resources
      return Promise.resolve()
    })
  }

  /** What runs is cut off, or let out, at once, where the machine's network can be changed. */
  async setNetwork(sandbox: Sandbox, network: NetworkSettings): Promise<void> {
    this.update(sandbox, () => {
      sandbox.network = network
    })
    await this.#machines.applyNetwork(sandbox)
  }

  /** Is in another state while something is done, and then in the one before. Rejects as the work does. */
  async during<T>(sandbox: Sandbox, state: SandboxState, work: () => Promise<T>): Promise<T> {
    requirePossible('change', sandbox)
    const { state: after, desired } = sandbox
    return this.#changes.run(sandbox, { during: state, desired, after, afterFailure: after }, work)
  }

  /** Its name is free from the call on. */
  delete(sandbox: Sandbox): void {
    requirePossible('delete', sandbox)
    this.#context.store.freeName(sandbox)
    const plan = { during: 'destroying', desired: 'destroyed', after: 'destroyed' } as const
    this.#begin(sandbox, plan, () => this.#machines.end(sandbox))
  }

  /** Ends it at once, whatever is under way. Resolves when nothing is left of it. */
  async kill(sandbox: Sandbox): Promise<void> {
    if (sandbox.state === 'destroyed') return
    this.#changes.force(sandbox, 'destroyed', 'destroyed')
    await this.#machines.end(sandbox)
  }

  /** Puts it into the state of error, with its processes ended. */
  async fail(sandbox: Sandbox, reason: string, recoverable: boolean): Promise<void> {
    sandbox.errorReason = reason
    sandbox.recoverable = recoverable
    this.#changes.force(sandbox, 'error', sandbox.desired)
    await this.#machines.halt(sandbox)
  }

  /** Changes what is shown and tells it to clients. */
  update(sandbox: Sandbox, change: () => void): void {
    change()
    this.#changes.touched(sandbox)
    this.clock.arm(sandbox)
  }

  holdTransitions(): void {
    this.#context.transitions.hold()
  }

  releaseTransitions(): void {
    this.#context.transitions.release()
  }

  get areTransitionsHeld(): boolean {
    return this.#context.transitions.areHeld
  }

  async killAll(): Promise<void> {
    this.releaseTransitions()
    const all = this.#context.store.all()
    await Promise.all(all.map((sandbox) => this.kill(sandbox)))
    // What was starting has not known of its end.
    await Promise.all(all.map(({ transition }) => transition))
    await this.#machines.settled()
  }

  #begin(sandbox: Sandbox, plan: ChangePlan, work: (isCurrent: () => boolean) => Promise<void>): void {
    // What failed is told by the state.
    this.#changes.run(sandbox, plan, work).catch(() => undefined)
  }

  #due(sandbox: Sandbox, action: DueAction): void {
    try {
      if (action === 'delete') this.delete(sandbox)
      else if (action === 'archive') this.archive(sandbox)
      else this.stop(sandbox)
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      // Something else is under way; its end arms the clock again.
    }
  }

  async #build(sandbox: Sandbox, isCurrent: () => boolean): Promise<SandboxImage> {
    const { buildInfo } = sandbox.settings
    if (buildInfo === undefined) throw new HttpFailure(500, 'There is nothing to build')
    const image = await this.#context.builder.build(buildInfo, () => {
      this.#changes.show(sandbox, 'building_snapshot', isCurrent)
    })
    this.#changes.show(sandbox, 'creating', isCurrent)
    return image
  }

  /** A sandbox whose daemon has ended is a container that has ended. */
  #exited(sandbox: Sandbox): void {
    if (sandbox.state !== 'started') return
    cutConnections(sandbox)
    this.#changes.force(sandbox, 'stopped', 'stopped')
    if (sandbox.intervals.autoDelete === 0) this.delete(sandbox)
  }
}
