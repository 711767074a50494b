import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { StartOutcome } from '../../contract/lifecycle.js'
import type { MountEntry, MountOptions, MountResult } from '../../contract/mount.js'
import type { MountManager, OnMountHook, WorkspaceSandbox } from '../../contract/sandbox.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { MountError, SandboxAbortError, SandboxTimeoutError } from '../../errors/sandbox-errors.js'
import { settlesWithin, startTimer } from '../../util/timer.js'
import { checkMountOptions } from './check-mount-options.js'
import type { TableEntry } from './mount-entry.js'
import { askMountHook } from './mount-hook.js'
import { normalizeMountPath } from './mount-path.js'
import type { MountTableConfig } from './mount-table-config.js'
import { MountWorker, type NamedEntry } from './mount-worker.js'

/** How long mounting may take to stop when the machine is ended. */
const giveUpMs = 5000
const defaultMountTimeoutMs = 300_000
const defaultUnmountTimeoutMs = 60_000
/** Part of a start's time that mounting may use up, so that a mount that hangs never fails the start. */
const partOfStart = 0.9

/** The mounts of a sandbox: the only writer of their states. Entries survive stop and start as `pending`. */
export class MountTable<Handle> implements MountManager {
  readonly #config: MountTableConfig<Handle>
  readonly #entries = new Map<string, TableEntry<Handle>>()
  readonly #worker: MountWorker<Handle>
  readonly #undoing = new Set<Promise<void>>()
  #context: { sandbox?: WorkspaceSandbox | undefined; workspace?: unknown } = {}
  #hook: OnMountHook | undefined
  #processing: Promise<void> | undefined
  #giveUp = new AbortController()

  constructor(config: MountTableConfig<Handle>) {
    this.#config = config
    this.#worker = new MountWorker({
      ...config,
      paths: () => [...this.#entries.keys()],
      ask: async (mount) => {
        const { sandbox } = this.#context
        return this.#hook && sandbox && askMountHook(this.#hook, { ...this.#context, sandbox, ...mount })
      },
    })
  }

  get entries(): ReadonlyMap<string, MountEntry> {
    return this.#entries
  }

  get hasPending(): boolean {
    return this.#pending().length > 0
  }

  setContext(context: { sandbox?: WorkspaceSandbox | undefined; workspace?: unknown }): void {
    this.#context = { ...this.#context, ...context }
  }

  setOnMount(hook: OnMountHook | undefined): void {
    if (hook !== undefined && typeof hook !== 'function')
      throw invalidArgument({ name: 'onMount', expected: 'a function', given: hook })
    this.#hook = hook
  }

  add(mounts: Record<string, WorkspaceFilesystem>): void {
    const added = new Map<string, WorkspaceFilesystem>()
    for (const [mountPath, filesystem] of Object.entries(mounts)) {
      const path = this.check(filesystem, mountPath)
      if (added.has(path)) throw new MountError(`Two mounts for the same path ${path}`, path)
      added.set(path, filesystem)
    }
    for (const [path, filesystem] of added) {
      if (this.#entries.get(path)?.filesystem !== filesystem) this.#replace(path, { filesystem, state: 'pending' })
    }
  }

  /** Refuses what cannot be mounted anywhere, before anything is done. Returns the path in its one spelling. */
  check(filesystem: unknown, mountPath: string, options?: MountOptions): string {
    const path = normalizeMountPath(mountPath)
    checkMountOptions(options)
    if (typeof filesystem === 'object' && filesystem !== null) return path
    throw invalidArgument({ name: `the filesystem for ${path}`, expected: 'a filesystem', given: filesystem })
  }

  get(mountPath: string): MountEntry | undefined {
    return this.#entries.get(normalizeMountPath(mountPath))
  }

  has(mountPath: string): boolean {
    return this.get(mountPath) !== undefined
  }

  delete(mountPath: string): boolean {
    return this.#replace(normalizeMountPath(mountPath), undefined)
  }

  clear(): void {
    for (const path of this.#entries.keys()) this.#replace(path, undefined)
  }

  async processPending(): Promise<void> {
    await this.#processPending(this.#giveUp.signal)
  }

  /** Mounts what is pending after a start, and gives up before the start itself has to. */
  async mountAtStart(outcome: StartOutcome, remainingMs: number): Promise<void> {
    if (outcome === 'connected') this.#worker.noteReattached()
    const limitMs = Math.max(remainingMs * partOfStart, 0)
    await this.#within(limitMs, undefined, (signal) => this.#processPending(signal))
  }

  /** Mounts one filesystem now. The result tells a failure; only an abort is thrown. */
  async mount(filesystem: WorkspaceFilesystem, mountPath: string, options: MountOptions = {}): Promise<MountResult> {
    const { abortSignal, timeoutMs = defaultMountTimeoutMs } = options
    const path = this.check(filesystem, mountPath, options)
    if (abortSignal?.aborted) throw new SandboxAbortError('mount', abortSignal.reason, { retry: 'safe' })
    const before = this.#entries.get(path)
    if (before?.state === 'mounted' && before.filesystem !== filesystem) await this.unmount(path, options)
    // Not pending: nobody else's round takes it, so that it ends when this call does.
    const entry: TableEntry<Handle> = { filesystem, state: 'mounting' }
    this.#replace(path, entry)
    await this.#within(timeoutMs, abortSignal, (signal) => this.#worker.mount([[path, entry]], signal))
    if (entry.isUnsettled) this.#undo([path, entry])
    if (abortSignal?.aborted) throw new SandboxAbortError('mount', abortSignal.reason)
    if (entry.state === 'mounted') return { success: true, mountPath: path }
    const error = entry.error ?? 'Mount failed'
    return { success: false, mountPath: path, error, ...(entry.state === 'unavailable' ? { unavailable: true } : {}) }
  }

  async unmount(mountPath: string, options: MountOptions = {}): Promise<void> {
    const path = normalizeMountPath(mountPath)
    checkMountOptions(options)
    const { abortSignal, timeoutMs = defaultUnmountTimeoutMs } = options
    if (abortSignal?.aborted) throw new SandboxAbortError('unmount', abortSignal.reason, { retry: 'safe' })
    const entry = this.#entries.get(path)
    if (!entry) throw new MountError(`Nothing is mounted at ${path}`, path)
    if (entry.state === 'mounted') {
      const [failure] = await this.#within(timeoutMs, abortSignal, (signal) =>
        this.#worker.unmount([[path, entry]], signal),
      )
      if (abortSignal?.aborted) throw new SandboxAbortError('unmount', abortSignal.reason)
      if (failure) throw new MountError(failure.error ?? `Unmounting ${path} failed`, path)
    }
    if (this.#entries.get(path) === entry) this.#replace(path, undefined)
  }

  /** Unmounts everything before the machine is stopped. Failures are logged: the machine is stopped all the same. */
  async unmountBeforeEnd(end: 'stop' | 'destroy'): Promise<void> {
    // A mounter that hangs must not keep the machine alive.
    this.#giveUp.abort(new SandboxAbortError('mount'))
    this.#giveUp = new AbortController()
    await settlesWithin(Promise.all([this.#processing, ...this.#undoing]), giveUpMs)
    const mounted = [...this.#entries].filter(
      ([, entry]) => (entry.state === 'mounted' || entry.isUnsettled) && (end === 'stop' || outlivesMachine(entry)),
    )
    const failures = await this.#within(defaultUnmountTimeoutMs, undefined, (signal) =>
      this.#worker.unmount(mounted, signal),
    )
    for (const { mountPath, error } of failures) {
      this.#config.logger().warn(`Unmounting ${mountPath} failed: ${error ?? 'unknown reason'}`)
    }
  }

  /** The machine has ended: everything has to be mounted anew. */
  resetToPending(): void {
    for (const [path, { filesystem }] of this.#entries) this.#replace(path, { filesystem, state: 'pending' })
  }

  /** Callers that come while a round is going on share it, and what they added is in the next round. */
  async #processPending(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.#processing || this.#pending().length > 0)) {
      if (!this.#config.host()) return
      this.#processing ??= this.#worker.mount(this.#pending(), signal).finally(() => {
        this.#processing = undefined
      })
      await this.#processing
    }
    for (const [path, entry] of this.#entries) {
      if (signal.aborted && entry.isUnsettled) this.#undo([path, entry])
    }
  }

  #pending(): NamedEntry<Handle>[] {
    return [...this.#entries].filter(([, entry]) => entry.state === 'pending')
  }

  /** Work that ends with the machine, with the caller's patience, or with its time. */
  async #within<T>(
    limitMs: number,
    abortSignal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController()
    const timer = startTimer(limitMs, () => limit.abort(new SandboxTimeoutError(limitMs, 'mount')))
    const signals = [limit.signal, this.#giveUp.signal, ...(abortSignal ? [abortSignal] : [])]
    try {
      return await work(AbortSignal.any(signals))
    } finally {
      timer.cancel()
    }
  }

  /** In the background: nobody waits for a mount that was given up, but nothing may be left of it either. */
  #undo(named: NamedEntry<Handle>): void {
    const undoing = this.#worker.undo(named).finally(() => this.#undoing.delete(undoing))
    this.#undoing.add(undoing)
  }

  #replace(path: string, entry: TableEntry<Handle> | undefined): boolean {
    const before = this.#entries.get(path)
    if (before) this.#worker.forget(before)
    if (!entry) return this.#entries.delete(path)
    this.#entries.set(path, entry)
    return before !== undefined
  }
}

function outlivesMachine<Handle>({ mounter }: TableEntry<Handle>): boolean {
  return mounter?.outlivesMachine === true
}
