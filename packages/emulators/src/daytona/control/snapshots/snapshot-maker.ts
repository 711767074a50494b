import { setTimeout as wait } from 'node:timers/promises'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { BuildFaultPlan } from '../../../builds/build-fault-plan.js'
import type { ImageBuilder } from '../builds/image-builder.js'
import type { Image } from '../builds/image.js'
import type { BuildInfo } from '../images.js'
import { sizeOfDirectories } from './size-of-directories.js'
import type { Snapshot, SnapshotState } from './snapshot.js'
import type { SnapshotDraft, SnapshotStore } from './snapshot-store.js'

export interface SnapshotMakerParts {
  readonly store: SnapshotStore
  readonly builder: ImageBuilder
  /** What every image stands on. */
  readonly base: DiskHold
  /** How long each change of state takes at least. */
  readonly transitionMs: number
  readonly faults: BuildFaultPlan
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Makes snapshots, whose states tell how it goes. */
export class SnapshotMaker {
  readonly #parts: SnapshotMakerParts
  readonly #changes = new Set<Promise<void>>()

  constructor(parts: SnapshotMakerParts) {
    this.#parts = parts
  }

  /** A snapshot of an image that is only named: all images are the programs of this computer. */
  pull(draft: Omit<SnapshotDraft, 'state'>): Snapshot {
    const snapshot = this.#parts.store.add({ ...draft, state: 'pending' })
    this.#follow(snapshot, 'error', async () => {
      await this.#pause()
      this.#enter(snapshot, 'pulling')
      await this.#meet(snapshot)
      await this.#pause()
      return { disk: this.#parts.base.share(), config: { env: {} } }
    })
    return snapshot
  }

  /** Returns once the build has begun, as its log can be asked for then. */
  async build(draft: Omit<SnapshotDraft, 'state'>, info: BuildInfo): Promise<Snapshot> {
    const { store, builder } = this.#parts
    const snapshot = store.add({ ...draft, state: 'pending' })
    const build = builder.prepare(info)
    snapshot.build = build
    build.names.add(snapshot.name)
    this.#follow(snapshot, 'build_failed', async () => {
      await build.started
      this.#enter(snapshot, 'building')
      // Held at once: the builder may be told to forget what it has made.
      const made = build.ended.then(() => build.image && { ...build.image, disk: build.image.disk.share() })
      const [image] = await Promise.all([made, this.#pause()])
      return image ?? build.failure ?? 'the build was given up'
    })
    await build.started
    return snapshot
  }

  /**
   * A snapshot of something that is copied by `copy`. That is called within `during`, so that who waits for the one to end finds the
   * snapshot active.
   */
  capture(
    draft: Omit<SnapshotDraft, 'state'>,
    copy: () => Promise<Image>,
    during: (work: () => Promise<void>) => Promise<void>,
  ): Snapshot {
    const snapshot = this.#parts.store.add({ ...draft, state: 'snapshotting' })
    const made = during(() => this.#make(snapshot, 'error', copy))
    this.#track(made.catch((error: unknown) => this.#fail(snapshot, 'error', reasonOf(error))))
    return snapshot
  }

  activate(snapshot: Snapshot): void {
    this.#change(snapshot, 'pulling', () => Promise.resolve(this.#enter(snapshot, 'active')))
  }

  deactivate(snapshot: Snapshot): void {
    this.#enter(snapshot, 'inactive')
  }

  remove(snapshot: Snapshot): void {
    this.#change(snapshot, 'removing', () => this.#parts.store.remove(snapshot))
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#changes)
  }

  #change(snapshot: Snapshot, during: SnapshotState, end: () => Promise<void>): void {
    this.#enter(snapshot, during)
    this.#track(this.#pause().then(end))
  }

  /** `work` resolves with the image, or with why there is none. */
  #follow(snapshot: Snapshot, onFailure: SnapshotState, work: () => Promise<Image | string>): void {
    this.#track(this.#make(snapshot, onFailure, work))
  }

  async #make(snapshot: Snapshot, onFailure: SnapshotState, work: () => Promise<Image | string>): Promise<void> {
    const result = await work().catch(reasonOf)
    if (typeof result === 'string') return this.#fail(snapshot, onFailure, result)
    snapshot.sizeBytes = await sizeOfDirectories(result.disk.directories)
    // It may have been removed meanwhile.
    if (this.#parts.store.find(snapshot.id) === undefined) return result.disk.release()
    snapshot.image = result
    this.#enter(snapshot, 'active')
  }

  #track(change: Promise<void>): void {
    const tracked = change.finally(() => this.#changes.delete(tracked))
    this.#changes.add(tracked)
  }

  #fail(snapshot: Snapshot, state: SnapshotState, reason: string): void {
    snapshot.errorReason = reason
    this.#enter(snapshot, state)
  }

  #enter(snapshot: Snapshot, state: SnapshotState): void {
    // What is being removed comes back into no other state.
    if (snapshot.state === 'removing') return
    snapshot.state = state
    snapshot.updatedAt = new Date()
  }

  /** An image that is only named has no steps: it begins and ends. */
  async #meet({ name }: Snapshot): Promise<void> {
    const { faults } = this.#parts
    for (const place of ['base', 'finalize'] as const) await faults.meet({ place, names: new Set([name]) })
  }

  #pause(): Promise<void> {
    return wait(this.#parts.transitionMs)
  }
}
