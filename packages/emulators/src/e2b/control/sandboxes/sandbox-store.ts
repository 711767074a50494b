import { HttpFailure } from '../../../http/http-failure.js'
import type { Team } from '../teams/team.js'
import { parseSandboxId } from './ids.js'
import type { Sandbox } from './sandbox.js'

export function sandboxNotFound(id: string): HttpFailure {
  return new HttpFailure(404, `Sandbox "${id}" doesn't exist or you don't have access to it`)
}

/** The sandboxes that are not gone. */
export class SandboxStore {
  readonly #sandboxes = new Map<string, Sandbox>()
  #sequence = 0

  nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  add(sandbox: Sandbox): void {
    this.#sandboxes.set(sandbox.id, sandbox)
  }

  remove(sandbox: Sandbox): void {
    this.#sandboxes.delete(sandbox.id)
  }

  find(id: string): Sandbox | undefined {
    return this.#sandboxes.get(id)
  }

  /** Takes an id as clients of a team write it; throws a 404 or 400 in the vendor's words. */
  require(text: string, { name }: Team): Sandbox {
    const id = parseSandboxId(text)
    const sandbox = this.#sandboxes.get(id)
    if (sandbox === undefined || sandbox.settings.team !== name) throw sandboxNotFound(id)
    return sandbox
  }

  all(): readonly Sandbox[] {
    return [...this.#sandboxes.values()]
  }
}
