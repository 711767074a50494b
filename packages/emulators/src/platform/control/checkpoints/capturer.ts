import type { LayerStore } from '../../../disks/layer-store.js'
import type { Machine } from '../../../machine/index.js'
import type { Sandbox } from '../sandboxes/sandbox.js'
import type { CheckpointStore } from './checkpoint-store.js'

/** What became of the wish for a checkpoint. `skipped`: the sandbox does not run. */
export type CaptureStatus = 'captured' | 'coalesced' | 'skipped'

/** Copies the disks of sandboxes that run into checkpoints. */
export class Capturer {
  readonly #layers: LayerStore
  readonly #checkpoints: CheckpointStore

  constructor(layers: LayerStore, checkpoints: CheckpointStore) {
    this.#layers = layers
    this.#checkpoints = checkpoints
  }

  /** Who asks for the same while it is under way gets the same. */
  async capture(sandbox: Sandbox, name: string): Promise<CaptureStatus> {
    const running = sandbox.capture
    if (running?.name === name) return (await running.done) ? 'coalesced' : 'skipped'
    const done = this.#after(running?.done, sandbox, name)
    const capture = { name, done }
    sandbox.capture = capture
    try {
      return (await done) ? 'captured' : 'skipped'
    } finally {
      if (sandbox.capture === capture) sandbox.capture = undefined
    }
  }

  async #after(before: Promise<boolean> | undefined, sandbox: Sandbox, name: string): Promise<boolean> {
    await before?.catch(() => undefined)
    const { machine, image, scope } = sandbox
    if (sandbox.destroyedAt !== undefined || stateOf(machine) !== 'running') return false
    await machine.freeze()
    try {
      const disk = await this.#layers.add(image.disk, (directory) => machine.copyDisk(directory))
      await this.#checkpoints.put(scope, name, { ...image, disk })
    } finally {
      if (stateOf(machine) === 'frozen') await machine.thaw()
    }
    return true
  }
}

/** It changes meanwhile, which the checker does not see. */
function stateOf({ state }: Machine): Machine['state'] {
  return state
}
