import type { MountHost, MountRequest } from '../../driver/mounter.js'
import type { MountHookArgs } from '../../contract/sandbox.js'
import { bestEffort } from '../../util/logging.js'
import { computeConfigHash } from './config-hash.js'
import { setMountState, type TableEntry } from './mount-entry.js'
import type { HookAnswer } from './mount-hook.js'
import { MountRefresh } from './mount-refresh.js'
import type { MountTableConfig } from './mount-table-config.js'
import { mountAll, unmountAll, type PlannedMount, type WorkResult } from './mount-work.js'

/** An entry under its path. */
export type NamedEntry<Handle> = readonly [mountPath: string, entry: TableEntry<Handle>]

/** What the worker asks the table. */
export interface MountWorkerConfig<Handle> extends MountTableConfig<Handle> {
  /** All paths of the table. */
  readonly paths: () => readonly string[]
  /** Asks the user's hook, if there is one. */
  readonly ask: (mount: Pick<MountHookArgs, 'filesystem' | 'mountPath' | 'config'>) => Promise<HookAnswer | undefined>
}

/** How long undoing a mount that nobody waits for may take. */
const undoLimitMs = 60_000

/** Mounts and unmounts entries of a table, and keeps their states. */
export class MountWorker<Handle> {
  readonly #config: MountWorkerConfig<Handle>
  readonly #refresh: MountRefresh<Handle>
  /** The machine existed before, and has not been told what is wanted in it. */
  #isReattached = false

  constructor(config: MountWorkerConfig<Handle>) {
    this.#config = config
    this.#refresh = new MountRefresh(config)
  }

  noteReattached(): void {
    this.#isReattached = true
  }

  /** Mounts entries. Never rejects: every entry tells its own outcome. */
  async mount(entries: readonly NamedEntry<Handle>[], signal: AbortSignal): Promise<void> {
    const planned = await Promise.all(entries.map(([mountPath, entry]) => this.#plan(mountPath, entry)))
    const mounts = planned.filter((step) => step !== undefined)
    const host = this.#host()
    if (mounts.length === 0) return
    const results = host ? await mountAll(host, mounts, signal) : []
    if (!results.some(({ isUnsettled }) => isUnsettled)) this.#isReattached = false
    const byPath = new Map(entries)
    for (const { request } of mounts) {
      const { mountPath } = request
      const entry = byPath.get(mountPath)
      if (entry) this.#record(mountPath, entry, request, results)
    }
  }

  /** Unmounts entries; those of the user's hook are the user's to unmount. Returns the failures. */
  async unmount(entries: readonly NamedEntry<Handle>[], signal: AbortSignal): Promise<readonly WorkResult[]> {
    const host = this.#config.host()
    for (const [, entry] of entries) this.#refresh.cancel(entry)
    const planned = entries.flatMap(([mountPath, { mounter }]) => (mounter ? [{ mountPath, mounter }] : []))
    if (!host || planned.length === 0) return []
    const results = await unmountAll(host, planned, signal)
    for (const { mountPath, success, busy } of results) {
      if (success && busy)
        this.#config.logger().warn(`${mountPath} was in use: it is detached, and ends with what uses it`)
    }
    return results.filter(({ success }) => !success)
  }

  /** Undoes what an entry may have left in the machine after nobody waited for its mounter. */
  async undo(named: NamedEntry<Handle>): Promise<void> {
    const [mountPath, entry] = named
    if (!entry.isUnsettled) return
    await bestEffort(`Undoing the mount of ${mountPath}`, this.#config.logger(), async () => {
      const failures = await this.unmount([named], AbortSignal.timeout(undoLimitMs))
      if (failures.length === 0) delete entry.isUnsettled
    })
  }

  /** Its credentials are no longer renewed. */
  forget(entry: TableEntry<Handle>): void {
    this.#refresh.cancel(entry)
  }

  #host(): MountHost<Handle> | undefined {
    const host = this.#config.host()
    return host && this.#isReattached ? { ...host, wanted: this.#config.paths() } : host
  }

  /** Takes an entry out of `pending`; returns what is left for a mounter to do. */
  async #plan(mountPath: string, entry: TableEntry<Handle>): Promise<PlannedMount<Handle> | undefined> {
    const { filesystem } = entry
    setMountState(entry, 'mounting')
    try {
      const config = filesystem.getMountConfig?.()
      const answer = await this.#config.ask({ filesystem, mountPath, config })
      if (config) Object.assign(entry, { config, configHash: await computeConfigHash(config) })
      if (answer) return this.#end(mountPath, entry, answer)
      if (!config) return this.#refuse(mountPath, entry, 'Filesystem does not support mounting')
      const mounter = this.#config.mounterFor(filesystem, config)
      if (typeof mounter === 'string') return this.#refuse(mountPath, entry, mounter)
      entry.mounter = mounter
      return { mounter, request: { filesystem, mountPath, config, configHash: entry.configHash ?? '' } }
    } catch (error) {
      return this.#end(mountPath, entry, {
        state: 'error',
        error: error instanceof Error ? error.message : String(error),
      })
    }
  }

  #refuse(mountPath: string, entry: TableEntry<Handle>, error: string): undefined {
    return this.#end(mountPath, entry, { state: 'unsupported', error })
  }

  #end(mountPath: string, entry: TableEntry<Handle>, { state, error }: HookAnswer): undefined {
    setMountState(entry, state, error)
    if (state !== 'mounted')
      this.#config.logger().warn(`${mountPath} is not mounted (${state}): ${error ?? 'no reason given'}`)
  }

  #record(mountPath: string, entry: TableEntry<Handle>, request: MountRequest, results: readonly WorkResult[]): void {
    const result = results.find((candidate) => candidate.mountPath === mountPath)
    if (result?.isUnsettled) entry.isUnsettled = true
    else delete entry.isUnsettled
    if (result?.success) {
      setMountState(entry, 'mounted')
      this.#refresh.schedule(mountPath, entry, request, result.expiresAtMs)
    } else this.#end(mountPath, entry, failureOf(result))
  }
}

function failureOf({ unavailable, unsupported, error }: Partial<WorkResult> = {}): HookAnswer {
  if (unsupported) return { state: 'unsupported', error: error ?? 'Not possible in this sandbox' }
  if (unavailable) return { state: 'unavailable', error: error ?? 'FUSE tool not installed' }
  return { state: 'error', error: error ?? 'Mount failed' }
}
