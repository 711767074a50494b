import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** A directory with what one machine has written. */
export interface Layer {
  readonly directory: string
}

/** Layers of a disk, the lowest first, kept as long as somebody holds them. */
export interface DiskHold {
  readonly layers: readonly Layer[]
  readonly directories: readonly string[]
  /** Another hold on the same layers. */
  share(): DiskHold
  /** The last one to let go removes what only it needed. Does nothing when called again. */
  release(): Promise<void>
}

/** Layers that snapshots, forks and templates are made of. Many machines may stand on one. */
export class LayerStore {
  readonly #directory: string
  readonly #holders = new Map<Layer, number>()
  #count = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  get size(): number {
    return this.#holders.size
  }

  empty(): DiskHold {
    return this.#hold([])
  }

  /** Has a new layer written on top of others, and holds all of them. */
  async add(below: DiskHold, write: (directory: string) => Promise<void>): Promise<DiskHold> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    this.#count += 1
    const layer = { directory: path.join(this.#directory, String(this.#count)) }
    const lower = below.share()
    try {
      await write(layer.directory)
    } catch (error) {
      await lower.release()
      await this.#remove(layer)
      throw error
    }
    const hold = this.#hold([...lower.layers, layer])
    await lower.release()
    return hold
  }

  #hold(layers: readonly Layer[]): DiskHold {
    for (const layer of layers) this.#holders.set(layer, (this.#holders.get(layer) ?? 0) + 1)
    let isHeld = true
    return {
      layers,
      directories: layers.map(({ directory }) => directory),
      share: () => this.#hold(layers),
      release: async () => {
        if (!isHeld) return
        isHeld = false
        await Promise.all(layers.map((layer) => this.#letGo(layer)))
      },
    }
  }

  async #letGo(layer: Layer): Promise<void> {
    const holders = (this.#holders.get(layer) ?? 0) - 1
    if (holders > 0) {
      this.#holders.set(layer, holders)
      return
    }
    this.#holders.delete(layer)
    await this.#remove(layer)
  }

  async #remove({ directory }: Layer): Promise<void> {
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }
}
