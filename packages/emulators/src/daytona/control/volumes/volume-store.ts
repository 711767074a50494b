import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HttpFailure } from '../../../http/http-failure.js'
import type { SharedPath } from '../../../machine/index.js'
import type { VolumeMount, VolumeShares } from '../images.js'
import { Awaited } from '../awaited.js'
import { checkMountPath } from './check-mount-path.js'
import { isPassing, type Volume, type VolumeState } from './volume.js'

/** Volumes, each a directory of this computer that machines see too. */
export class VolumeStore implements VolumeShares {
  /** By id and by name. */
  readonly awaited: Awaited = new Awaited((idOrName) => {
    const volume = this.find(idOrName)
    return volume !== undefined && isPassing(volume)
  })
  readonly #directory: string
  readonly #transitionMs: number
  readonly #volumes = new Map<string, Volume>()
  readonly #changes = new Set<Promise<void>>()

  /** `transitionMs`: how long each change of state takes at least. */
  constructor(directory: string, transitionMs: number) {
    this.#directory = directory
    this.#transitionMs = transitionMs
  }

  all(): readonly Volume[] {
    return [...this.#volumes.values()]
  }

  find(idOrName: string): Volume | undefined {
    return this.#volumes.get(idOrName) ?? this.named(idOrName)
  }

  named(name: string): Volume | undefined {
    return this.all().find((volume) => volume.name === name)
  }

  /** By id only; throws a 404 in the vendor's words. */
  requireId(id: string): Volume {
    const volume = this.#volumes.get(id)
    if (volume === undefined) throw new HttpFailure(404, `Volume with ID ${id} not found`)
    return volume
  }

  /** Throws a 400 when the name is taken. It is ready a little later. */
  create(name: string): Volume {
    if (this.named(name) !== undefined) throw new HttpFailure(400, `Volume with name ${name} already exists`)
    const id = randomUUID()
    const now = new Date()
    const volume: Volume = {
      id,
      name,
      createdAt: now,
      directory: path.join(this.#directory, id),
      state: 'pending_create',
      errorReason: null,
      updatedAt: now,
      lastUsedAt: null,
    }
    this.#volumes.set(id, volume)
    this.#change(volume, 'creating', async () => {
      await makeOpenDirectory(volume.directory)
      this.#enter(volume, 'ready')
    })
    return volume
  }

  /** Must be ready; it is gone a little later, with its files. */
  remove(volume: Volume): void {
    this.#enter(volume, 'pending_delete')
    this.#change(volume, 'deleting', async () => {
      await rm(volume.directory, { recursive: true, force: true })
      this.#volumes.delete(volume.id)
    })
  }

  async share(mounts: readonly VolumeMount[]): Promise<readonly SharedPath[]> {
    const found = mounts.map((mount) => ({ volume: this.#ready(mount.volumeId), mount }))
    const shares: SharedPath[] = []
    for (const { volume, mount } of found) {
      const source = await this.#sourceOf(volume, mount.subpath)
      volume.lastUsedAt = new Date()
      shares.push({ source, target: checkMountPath(mount.mountPath) })
    }
    return shares
  }

  async clear(): Promise<void> {
    await Promise.all(this.#changes)
    this.#volumes.clear()
    this.awaited.clear()
    await rm(this.#directory, { recursive: true, force: true })
  }

  #ready(idOrName: string): Volume {
    const volume = this.find(idOrName)
    if (volume === undefined) throw new HttpFailure(404, `Volume '${idOrName}' not found`)
    if (volume.state === 'ready') return volume
    throw new HttpFailure(400, `Volume '${volume.name}' is not in a ready state. Current state: ${volume.state}`)
  }

  async #sourceOf({ directory }: Volume, subpath = ''): Promise<string> {
    const source = path.join(directory, subpath)
    if (source !== directory && !source.startsWith(`${directory}/`)) {
      throw new HttpFailure(400, `Invalid subpath: ${subpath}`)
    }
    let made = directory
    for (const part of path.relative(directory, source).split('/').filter(Boolean)) {
      made = path.join(made, part)
      await makeOpenDirectory(made)
    }
    return source
  }

  #change(volume: Volume, during: VolumeState, end: () => Promise<void>): void {
    const half = this.#transitionMs / 2
    const change = (async () => {
      await wait(half)
      this.#enter(volume, during)
      await wait(half)
      await end()
    })().catch((error: unknown) => {
      volume.errorReason = String(error)
      this.#enter(volume, 'error')
    })
    const tracked = change.finally(() => this.#changes.delete(tracked))
    this.#changes.add(tracked)
  }

  #enter(volume: Volume, state: VolumeState): void {
    volume.state = state
    volume.updatedAt = new Date()
  }
}

/** Whoever uses a sandbox may write in its volumes, as in the vendor's, which know no owners. */
async function makeOpenDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  // A link that a sandbox has made leads out of the volume.
  if (!(await lstat(directory)).isDirectory()) throw new HttpFailure(400, 'Invalid subpath: not a directory')
  await chmod(directory, 0o777)
}
