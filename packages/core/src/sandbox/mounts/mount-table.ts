import type { FilesystemMountConfig, WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import type { MountEntry, MountResult, MountState } from '../../contract/mount.js'
import type { MountManager, OnMountHook, WorkspaceSandbox } from '../../contract/sandbox.js'
import type { MountHost, Mounter, MountRequest } from '../../driver/mounter.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { MountError, SandboxAbortError } from '../../errors/sandbox-errors.js'
import { settlesWithin } from '../../util/timer.js'
import { computeConfigHash } from './config-hash.js'
import { askMountHook } from './mount-hook.js'
import { normalizeMountPath } from './mount-path.js'

/** What the table needs of its sandbox. */
export interface MountTableConfig<Handle> {
  readonly logger: () => Logger
  /** The machine, or `undefined` when the sandbox is not attached to one. */
  readonly host: () => MountHost<Handle> | undefined
  /** Who mounts a configuration, or why nobody can. */
  readonly mounterFor: (filesystem: WorkspaceFilesystem, config: FilesystemMountConfig) => Mounter<Handle> | undefined
}

/** How long mounting may take to stop when the machine is ended. */
const giveUpMs = 5000

type Entry = { -readonly [Key in keyof MountEntry]: MountEntry[Key] } & { mounter?: unknown }

/** The mounts of a sandbox: the only writer of their states. Entries survive stop and start as `pending`. */
export class MountTable<Handle> implements MountManager {
  readonly #config: MountTableConfig<Handle>
  readonly #entries = new Map<string, Entry>()
  #context: { sandbox?: WorkspaceSandbox | undefined; workspace?: unknown } = {}
  #hook: OnMountHook | undefined
  #processing: Promise<void> | undefined
  #giveUp = new AbortController()

  constructor(config: MountTableConfig<Handle>) {
    this.#config = config
  }

  get entries(): ReadonlyMap<string, MountEntry> {
    return this.#entries
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
      if (this.#entries.get(path)?.filesystem !== filesystem) this.#entries.set(path, { filesystem, state: 'pending' })
    }
  }

  /** Refuses what cannot be mounted anywhere, before anything is done. Returns the path in its one spelling. */
  check(filesystem: unknown, mountPath: string): string {
    const path = normalizeMountPath(mountPath)
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
    return this.#entries.delete(normalizeMountPath(mountPath))
  }

  clear(): void {
    this.#entries.clear()
  }

  async processPending(): Promise<void> {
    // Callers that come while a round is going on share it, and what they added is in the next round.
    while (this.#processing || this.#pending().length > 0) {
      if (!this.#config.host()) return
      this.#processing ??= this.#processRound().finally(() => {
        this.#processing = undefined
      })
      await this.#processing
    }
  }

  /** Mounts one filesystem now. The result tells a failure; nothing is thrown for it. */
  async mount(filesystem: WorkspaceFilesystem, mountPath: string): Promise<MountResult> {
    const path = normalizeMountPath(mountPath)
    const before = this.#entries.get(path)
    if (before?.state === 'mounted' && before.filesystem !== filesystem) await this.unmount(path)
    if (before?.filesystem !== filesystem || before.state !== 'mounted')
      this.#entries.set(path, { filesystem, state: 'pending' })
    await this.processPending()
    const entry = this.#entries.get(path)
    if (entry?.state === 'mounted') return { success: true, mountPath: path }
    const error = entry?.error ?? 'Mount failed'
    return { success: false, mountPath: path, error, ...(entry?.state === 'unavailable' ? { unavailable: true } : {}) }
  }

  async unmount(mountPath: string): Promise<void> {
    const path = normalizeMountPath(mountPath)
    const entry = this.#entries.get(path)
    if (!entry) throw new MountError(`Nothing is mounted at ${path}`, path)
    if (entry.state === 'mounted') {
      const [failure] = await this.#unmountAll([[path, entry]])
      if (failure) throw new MountError(failure.error ?? `Unmounting ${path} failed`, path)
    }
    this.#entries.delete(path)
  }

  /** Unmounts everything before the machine is stopped. Failures are logged: the machine is stopped all the same. */
  async unmountBeforeEnd(end: 'stop' | 'destroy'): Promise<void> {
    // A mounter that hangs must not keep the machine alive.
    this.#giveUp.abort(new SandboxAbortError('mount'))
    this.#giveUp = new AbortController()
    if (this.#processing) await settlesWithin(this.#processing, giveUpMs)
    const mounted = [...this.#entries].filter(
      ([, entry]) => entry.state === 'mounted' && (end === 'stop' || outlivesMachine(entry)),
    )
    for (const failure of await this.#unmountAll(mounted)) {
      this.#config.logger().warn(`Unmounting ${failure.mountPath} failed: ${failure.error ?? 'unknown reason'}`)
    }
  }

  /** The machine has ended: everything has to be mounted anew. */
  resetToPending(): void {
    for (const [path, { filesystem }] of this.#entries) this.#entries.set(path, { filesystem, state: 'pending' })
  }

  #pending(): [string, Entry][] {
    return [...this.#entries].filter(([, entry]) => entry.state === 'pending')
  }

  async #processRound(): Promise<void> {
    const batches = new Map<Mounter<Handle>, MountRequest[]>()
    await Promise.all(
      this.#pending().map(async ([mountPath, entry]) => {
        const planned = await this.#plan(mountPath, entry)
        if (!planned) return
        const batch = batches.get(planned.mounter) ?? []
        batches.set(planned.mounter, [...batch, planned.request])
      }),
    )
    await Promise.all([...batches].map(([mounter, requests]) => this.#mountBatch(mounter, requests)))
  }

  /** Takes an entry out of `pending`; returns what is left for a mounter to do. */
  async #plan(
    mountPath: string,
    entry: Entry,
  ): Promise<{ mounter: Mounter<Handle>; request: MountRequest } | undefined> {
    const { filesystem } = entry
    this.#set(entry, 'mounting')
    try {
      const config = filesystem.getMountConfig?.()
      const sandbox = this.#context.sandbox
      const answer =
        this.#hook &&
        sandbox &&
        (await askMountHook(this.#hook, { ...this.#context, sandbox, filesystem, mountPath, config }))
      if (config) Object.assign(entry, { config, configHash: await computeConfigHash(config) })
      if (answer) return void this.#set(entry, answer.state, answer.error)
      if (!config) return void this.#set(entry, 'unsupported', 'Filesystem does not support mounting')
      const mounter = this.#config.mounterFor(filesystem, config)
      if (!mounter) return void this.#set(entry, 'unsupported', `Unsupported mount type: ${config.type}`)
      entry.mounter = mounter
      return { mounter, request: { filesystem, mountPath, config, configHash: entry.configHash ?? '' } }
    } catch (error) {
      return void this.#set(entry, 'error', error instanceof Error ? error.message : String(error))
    }
  }

  async #mountBatch(mounter: Mounter<Handle>, requests: readonly MountRequest[]): Promise<void> {
    const host = this.#config.host()
    const results = host ? await mounter.mount(host, requests, this.#giveUp.signal).catch(failAll(requests)) : []
    for (const { mountPath } of requests) {
      const entry = this.#entries.get(mountPath)
      if (!entry) continue
      const result = results.find((candidate) => candidate.mountPath === mountPath)
      if (result?.success) this.#set(entry, 'mounted')
      else if (result?.unavailable) this.#set(entry, 'unavailable', result.error ?? 'FUSE tool not installed')
      else this.#set(entry, 'error', result?.error ?? 'Mount failed')
    }
  }

  async #unmountAll(mounted: readonly [string, Entry][]): Promise<readonly MountResult[]> {
    const host = this.#config.host()
    const batches = new Map<Mounter<Handle>, string[]>()
    for (const [path, { mounter }] of mounted) {
      // Mounted by the user's hook: then it is the user's to unmount.
      if (!mounter) continue
      const paths = batches.get(mounter as Mounter<Handle>) ?? []
      batches.set(mounter as Mounter<Handle>, [...paths, path])
    }
    if (!host) return []
    const signal = new AbortController().signal
    const results = await Promise.all(
      [...batches].map(([mounter, paths]) =>
        mounter.unmount(host, paths, signal).catch(failAll(paths.map((mountPath) => ({ mountPath })))),
      ),
    )
    return results.flat().filter((result) => !result.success)
  }

  #set(entry: Entry, state: MountState, error?: string): void {
    entry.state = state
    if (error === undefined) delete entry.error
    else entry.error = error
  }
}

function outlivesMachine(entry: Entry): boolean {
  return (entry.mounter as Mounter | undefined)?.outlivesMachine ?? false
}

function failAll(requests: readonly { readonly mountPath: string }[]): (error: unknown) => MountResult[] {
  return (error) => {
    const text = error instanceof Error ? error.message : String(error)
    return requests.map(({ mountPath }) => ({ success: false, mountPath, error: text }))
  }
}
