import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { WorkspaceNotReadyError } from '../errors/workspace-errors.js'
import { callLifecycle, type LifecyclePhase } from './call-lifecycle.js'
import { settled } from './settled.js'
import type { WorkspaceStatus } from './workspace-status.js'
import { WorkspaceTeardownError } from './workspace-teardown-error.js'

/** What a workspace starts, stops and destroys. */
export interface WorkspaceParts {
  readonly workspaceId: string
  readonly filesystem: WorkspaceFilesystem | undefined
  readonly sandbox: WorkspaceSandbox | undefined
}

type QueuedPhase = 'init' | 'stop'

/**
 * Brings the parts of a workspace up and down. `init` and `stop` form one queue in which a call joins an equal one that
 * was queued last; `destroy` waits for nobody and wins over whatever is queued or in flight.
 */
export class WorkspaceLifecycle {
  readonly #parts: WorkspaceParts
  #status: WorkspaceStatus = 'pending'
  #error: unknown
  #isClosed = false
  /** Parts that came up: `init` leaves them alone until they were stopped. */
  readonly #up = new Set<object>()
  /** Parts that were destroyed: a repeated `destroy` leaves them alone. */
  readonly #down = new Set<object>()
  /** Parts that came up while they were being destroyed: `destroy` must see to them once more. */
  readonly #late = new Set<object>()
  #last: { readonly phase: QueuedPhase; readonly promise: Promise<void> } | undefined
  #teardown: Promise<void> | undefined

  constructor(parts: WorkspaceParts) {
    this.#parts = parts
  }

  get status(): WorkspaceStatus {
    return this.#status
  }

  /** Why the status is `error`. */
  get error(): unknown {
    return this.#error
  }

  /** Whether `destroy` was called, successful or not. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Throws `WorkspaceNotReadyError` once `destroy` was called. */
  assertOpen(): void {
    if (this.#isClosed) throw new WorkspaceNotReadyError(this.#parts.workspaceId, this.#status)
  }

  async init(): Promise<void> {
    this.assertOpen()
    return this.#enqueue('init', () => this.#bringUp())
  }

  async stop(): Promise<void> {
    if (this.#isClosed) return
    return this.#enqueue('stop', () => this.#stopSandbox())
  }

  destroy(): Promise<void> {
    this.#teardown ??= this.#tearDown()
    return this.#teardown
  }

  #enqueue(phase: QueuedPhase, run: () => Promise<void>): Promise<void> {
    const last = this.#last
    if (last?.phase === phase) return last.promise
    const promise = settled(last?.promise).then(run)
    this.#last = { phase, promise }
    void this.#forget(promise)
    return promise
  }

  /** A call that comes after the end starts a run of its own. */
  async #forget(promise: Promise<void>): Promise<void> {
    await settled(promise)
    if (this.#last?.promise === promise) this.#last = undefined
  }

  async #bringUp(): Promise<void> {
    const { filesystem, sandbox } = this.#parts
    this.assertOpen()
    if ([filesystem, sandbox].every((part) => part === undefined || this.#up.has(part))) {
      this.#status = 'ready'
      return
    }
    this.#status = 'initializing'
    this.#error = undefined
    try {
      await this.#bringUpPart(filesystem, 'init')
      await this.#bringUpPart(sandbox, 'start')
      this.assertOpen()
      this.#status = 'ready'
    } catch (error) {
      if (!this.#isClosed) {
        this.#status = 'error'
        this.#error = error
      }
      throw error
    }
  }

  async #bringUpPart(part: object | undefined, phase: LifecyclePhase): Promise<void> {
    if (part === undefined || this.#up.has(part)) return
    this.assertOpen()
    await callLifecycle(part, phase)
    this.#up.add(part)
    if (this.#isClosed) this.#late.add(part)
  }

  async #stopSandbox(): Promise<void> {
    const { sandbox } = this.#parts
    if (this.#isClosed || sandbox === undefined) return
    this.#up.delete(sandbox)
    await callLifecycle(sandbox, 'stop')
  }

  async #tearDown(): Promise<void> {
    const { workspaceId, filesystem, sandbox } = this.#parts
    this.#isClosed = true
    this.#status = 'destroying'
    let errors = await this.#destroyPart(sandbox)
    await settled(this.#last?.promise)
    if (sandbox !== undefined && this.#late.delete(sandbox)) {
      this.#down.delete(sandbox)
      errors = await this.#destroyPart(sandbox)
    }
    errors = [...errors, ...(await this.#destroyPart(filesystem))]
    this.#error = errors.length > 1 ? new WorkspaceTeardownError(errors, workspaceId) : errors[0]
    this.#status = errors.length === 0 ? 'destroyed' : 'error'
    if (errors.length === 0) return
    // The next call tries again what failed.
    this.#teardown = undefined
    throw this.#error
  }

  /** The errors, none when the part is gone. */
  async #destroyPart(part: object | undefined): Promise<unknown[]> {
    if (part === undefined || this.#down.has(part)) return []
    try {
      await callLifecycle(part, 'destroy')
      this.#down.add(part)
      return []
    } catch (error) {
      return [error]
    }
  }
}
