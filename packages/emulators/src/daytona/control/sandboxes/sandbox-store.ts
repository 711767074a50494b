import { HttpFailure } from '../../../http/http-failure.js'
import { Awaited } from '../awaited.js'
import type { Sandbox } from './sandbox.js'
import { isTransitional } from './sandbox-state.js'

export function sandboxNotFound(idOrName: string): HttpFailure {
  return new HttpFailure(404, `Sandbox with ID or name ${idOrName} not found`)
}

/** The sandboxes that are not destroyed. */
export class SandboxStore {
  readonly #byId = new Map<string, Sandbox>()
  readonly #byName = new Map<string, Sandbox>()
  /** By id. */
  readonly awaited: Awaited = new Awaited((id) => {
    const sandbox = this.#byId.get(id)
    return sandbox !== undefined && isTransitional(sandbox.state)
  })
  #sequence = 0

  nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  /** Throws a 409 when the name is taken. */
  add(sandbox: Sandbox): void {
    this.requireFree(sandbox.name)
    this.#byId.set(sandbox.id, sandbox)
    this.#byName.set(sandbox.name, sandbox)
  }

  requireFree(name: string): void {
    if (this.#byName.has(name)) throw new HttpFailure(409, `Sandbox with name ${name} already exists`)
  }

  /** From now on another sandbox may have the name; it is still found by its id. */
  freeName(sandbox: Sandbox): void {
    if (this.#byName.get(sandbox.name) === sandbox) this.#byName.delete(sandbox.name)
    sandbox.name = `DESTROYED_${sandbox.name}_${Date.now()}`
  }

  remove(sandbox: Sandbox): void {
    this.#byId.delete(sandbox.id)
    if (this.#byName.get(sandbox.name) === sandbox) this.#byName.delete(sandbox.name)
  }

  findAny(idOrName: string): Sandbox | undefined {
    return this.#byId.get(idOrName) ?? this.#byName.get(idOrName)
  }

  find(id: string): Sandbox | undefined {
    return this.#byId.get(id)
  }

  /** By id or name; throws a 404 in the vendor's words. */
  require(idOrName: string): Sandbox {
    const sandbox = this.findAny(idOrName)
    if (sandbox === undefined) throw sandboxNotFound(idOrName)
    return sandbox
  }

  /** By id only. */
  requireId(id: string): Sandbox {
    const sandbox = this.#byId.get(id)
    if (sandbox === undefined) throw sandboxNotFound(id)
    return sandbox
  }

  all(): readonly Sandbox[] {
    return [...this.#byId.values()]
  }
}
