import { unless } from '../../../daemon/system-error.js'
import { askAgent } from './ask-agent.js'

/** A sandbox whose machine runs. */
export interface NetworkMember {
  readonly sandboxId: string
  /** Where its agent listens. */
  readonly socketPath: string
  /** `Machine.address`. */
  readonly address: string | undefined
}

/** The name by which the private sandboxes of an environment find one: `<id>.internal`. Each has its own as `RAILWAY_PRIVATE_DOMAIN`. */
export function privateName(sandboxId: string): string {
  return `${sandboxId}.internal`
}

/** The `networkGroup` of a sandbox's machine: that of its environment, or its own. */
export function networkGroupOf(isolation: 'ISOLATED' | 'PRIVATE', environmentId: string, sandboxId: string): string {
  return isolation === 'PRIVATE' ? `environment ${environmentId}` : `sandbox ${sandboxId}`
}

/** Keeps the names of sandboxes that may reach each other known to all of them. Whether they can is the machines' matter. */
export class PrivateNetworks {
  readonly #groups = new Map<string, Map<string, NetworkMember>>()
  readonly #queues = new Map<string, Promise<void>>()

  /** Settles when all of the group know the sandbox. A sandbox that has a group of its own joins it too. */
  join(group: string, member: NetworkMember): Promise<void> {
    const members = this.#groups.get(group) ?? new Map<string, NetworkMember>()
    this.#groups.set(group, members.set(member.sandboxId, member))
    return this.#tell(group)
  }

  /** For one that is gone, or never was there. */
  leave(group: string, sandboxId: string): Promise<void> {
    const members = this.#groups.get(group)
    if (members === undefined || !members.delete(sandboxId)) return Promise.resolve()
    if (members.size === 0) this.#groups.delete(group)
    return this.#tell(group)
  }

  /** One list after the other, so that an older one is never the last. */
  #tell(group: string): Promise<void> {
    const told = (this.#queues.get(group) ?? Promise.resolve()).then(() => this.#tellAll(group))
    this.#queues.set(group, told)
    return told.finally(() => {
      if (this.#queues.get(group) === told) this.#queues.delete(group)
    })
  }

  async #tellAll(group: string): Promise<void> {
    const members = [...(this.#groups.get(group)?.values() ?? [])]
    const known = members.flatMap(({ sandboxId, address }): [string, string][] =>
      address === undefined ? [] : [[privateName(sandboxId), address]],
    )
    const body = { hosts: Object.fromEntries(known) }
    // One that is ending just now needs to know nothing.
    const gone = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
    await Promise.all(
      members.map(({ socketPath }) =>
        unless(gone, undefined, () => askAgent(socketPath, { method: 'PUT', path: '/hosts', body })),
      ),
    )
  }
}
