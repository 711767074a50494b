import type { SandboxScope } from '../sandboxes/sandbox.js'
import type { TemplateImage } from '../templates/index.js'

function keyOf({ projectId, environmentId }: SandboxScope, name: string): string {
  return JSON.stringify([projectId, environmentId, name])
}

/** The newest checkpoint of each name in each environment. */
export class CheckpointStore {
  readonly #images = new Map<string, TemplateImage>()

  /** A hold of its own, which whoever asked releases. */
  share(scope: SandboxScope, name: string): TemplateImage | undefined {
    const image = this.#images.get(keyOf(scope, name))
    return image && { ...image, disk: image.disk.share() }
  }

  /** Takes over the image's hold, in place of what was there. */
  async put(scope: SandboxScope, name: string, image: TemplateImage): Promise<void> {
    const key = keyOf(scope, name)
    const before = this.#images.get(key)
    this.#images.set(key, image)
    await before?.disk.release()
  }

  /** False where there was none. */
  async remove(scope: SandboxScope, name: string): Promise<boolean> {
    const key = keyOf(scope, name)
    const image = this.#images.get(key)
    this.#images.delete(key)
    await image?.disk.release()
    return image !== undefined
  }

  async clear(): Promise<void> {
    const images = [...this.#images.values()]
    this.#images.clear()
    for (const { disk } of images) await disk.release()
  }
}
