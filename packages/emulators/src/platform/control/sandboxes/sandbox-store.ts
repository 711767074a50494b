import { gone, notFound } from '../failures.js'
import type { ProjectPlace } from '../project-place.js'
import type { Sandbox } from './sandbox.js'

/** Of more than these, those that were destroyed first are forgotten. */
const mostKept = 10_000

/** The sandboxes, and those that have been. */
export class SandboxStore {
  readonly #keptMs: number
  readonly #byId = new Map<string, Sandbox>()
  readonly #byResource = new Map<string, Sandbox>()

  /** `keptMs`: how long a destroyed one is shown. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  add(sandbox: Sandbox): void {
    this.#byId.set(sandbox.id, sandbox)
    this.#byResource.set(sandbox.resourceId, sandbox)
    if (this.#byId.size > mostKept) this.#forgetOldest()
  }

  /** By its id, destroyed or not. */
  find(id: string): Sandbox | undefined {
    return this.#byId.get(id)
  }

  findResource(resourceId: string): Sandbox | undefined {
    return this.#byResource.get(resourceId)
  }

  /** As an address names it, destroyed or not. */
  findAt({ projectId, backend }: ProjectPlace, id: string): Sandbox | undefined {
    const sandbox = this.#byId.get(id)
    const isHere = sandbox?.scope.projectId === projectId && (backend ?? sandbox.backend) === sandbox.backend
    return isHere ? sandbox : undefined
  }

  /** Throws a 404, or a 410 for one that was destroyed long ago. */
  requireShown(place: ProjectPlace, id: string): Sandbox {
    const sandbox = this.findAt(place, id)
    if (sandbox === undefined) throw notFound('Sandbox', id)
    const { destroyedAt } = sandbox
    if (destroyedAt !== undefined && Date.now() - destroyedAt.getTime() >= this.#keptMs) throw gone(id)
    return sandbox
  }

  /** Throws a 404, or a 410 for one that was destroyed. */
  requireRunning(place: ProjectPlace, id: string): Sandbox {
    const sandbox = this.findAt(place, id)
    if (sandbox === undefined) throw notFound('Sandbox', id)
    if (sandbox.destroyedAt !== undefined) throw gone(id)
    return sandbox
  }

  running(): readonly Sandbox[] {
    return [...this.#byId.values()].filter(({ destroyedAt }) => destroyedAt === undefined)
  }

  clear(): void {
    this.#byId.clear()
    this.#byResource.clear()
  }

  #forgetOldest(): void {
    for (const { id, resourceId, destroyedAt } of this.#byId.values()) {
      if (destroyedAt === undefined) continue
      this.#byId.delete(id)
      this.#byResource.delete(resourceId)
      return
    }
  }
}
