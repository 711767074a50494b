import { randomUUID } from 'node:crypto'
import { HttpFailure } from '../../../http/http-failure.js'
import { Awaited } from '../awaited.js'
import { type Image, runtimeOf } from '../builds/image.js'
import { defaultResources } from '../default-resources.js'
import type { SandboxImage, SnapshotChoice } from '../images.js'
import { isPassing, type Snapshot } from './snapshot.js'

/** What is known of a snapshot before it is made. */
export type SnapshotDraft = Pick<Snapshot, 'name' | 'state'> & Partial<Omit<Snapshot, 'id' | 'sequence' | 'createdAt'>>

export function snapshotNotFound(idOrName: string): HttpFailure {
  return new HttpFailure(404, `Snapshot with ID or name ${idOrName} not found`)
}

/** All snapshots, found by id and by name. */
export class SnapshotStore implements SnapshotChoice {
  readonly #snapshots = new Map<string, Snapshot>()
  /** By id and by name. */
  readonly awaited: Awaited = new Awaited((idOrName) => {
    const snapshot = this.find(idOrName)
    return snapshot !== undefined && isPassing(snapshot)
  })
  readonly #defaultName: string
  readonly #regionId: string
  #sequence = 0

  /** `defaultName`: of the snapshot that is meant when none is named. */
  constructor(defaultName: string, regionId: string) {
    this.#defaultName = defaultName
    this.#regionId = regionId
  }

  /** Throws a 409 when the name is taken. */
  add(draft: SnapshotDraft): Snapshot {
    if (this.#named(draft.name) !== undefined) {
      throw new HttpFailure(409, `Snapshot with name "${draft.name}" already exists for this organization`)
    }
    this.#sequence += 1
    const now = new Date()
    const snapshot: Snapshot = {
      isGeneral: false,
      resources: defaultResources,
      imageName: undefined,
      sourceSandboxId: undefined,
      regionId: this.#regionId,
      entrypoint: undefined,
      build: undefined,
      errorReason: null,
      updatedAt: now,
      lastUsedAt: null,
      image: undefined,
      sizeBytes: undefined,
      ...draft,
      id: randomUUID(),
      sequence: this.#sequence,
      createdAt: now,
    }
    this.#snapshots.set(snapshot.id, snapshot)
    return snapshot
  }

  /** A snapshot of the vendor, which is there from the start. */
  addGeneral(name: string, image: Image): void {
    this.add({ name, state: 'active', isGeneral: true, imageName: name, image, sizeBytes: 0 })
  }

  all(): readonly Snapshot[] {
    return [...this.#snapshots.values()]
  }

  find(idOrName: string): Snapshot | undefined {
    return this.#snapshots.get(idOrName) ?? this.#named(idOrName)
  }

  /** By id or name; throws a 404 in the vendor's words. */
  require(idOrName: string): Snapshot {
    const snapshot = this.find(idOrName)
    if (snapshot === undefined) throw snapshotNotFound(idOrName)
    return snapshot
  }

  /** By id only. */
  requireId(id: string): Snapshot {
    const snapshot = this.#snapshots.get(id)
    if (snapshot === undefined) throw snapshotNotFound(id)
    return snapshot
  }

  choose(idOrName: string = this.#defaultName): SandboxImage {
    const snapshot = this.find(idOrName)
    if (snapshot === undefined) {
      throw new HttpFailure(400, `Snapshot ${idOrName} not found. Did you add it through the Daytona Dashboard?`)
    }
    const { image, state, name, resources, entrypoint } = snapshot
    if (image === undefined || state !== 'active') throw new HttpFailure(400, `Snapshot ${name} is ${state}`)
    snapshot.lastUsedAt = new Date()
    const runtime = runtimeOf(image.config)
    return {
      snapshot: name,
      disk: image.disk.share(),
      runtime: entrypoint === undefined ? runtime : { ...runtime, entrypoint },
      resources,
    }
  }

  /** It is found no more; its disk stays as long as others hold it. */
  async remove(snapshot: Snapshot): Promise<void> {
    this.#snapshots.delete(snapshot.id)
    await snapshot.image?.disk.release()
  }

  /** Removes all; what is being made finds that out. */
  async clear(): Promise<void> {
    for (const snapshot of this.all()) await this.remove(snapshot)
    this.awaited.clear()
  }

  #named(name: string): Snapshot | undefined {
    return this.all().find((snapshot) => snapshot.name === name)
  }
}
