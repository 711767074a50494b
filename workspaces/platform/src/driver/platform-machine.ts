import type { LeaseCache } from '../exec/lease-cache.js'
import type { MachineFacts } from './machine-facts.js'

/** A machine that this host is attached to. */
export class PlatformMachine {
  /** What the platform last said of it. */
  facts: MachineFacts
  readonly leases: LeaseCache
  /** Its environment, as far as this host gave it one. */
  readonly environment: Readonly<Record<string, string>>
  /** Names in its environment that this host put there, or would have. */
  readonly ownNames: readonly string[]
  /** Under which id its checkpoints are kept; `undefined` for a machine that this host did not create and whose id it chose itself. */
  readonly recoveryId: string | undefined

  constructor(parts: {
    facts: MachineFacts
    leases: LeaseCache
    environment: Readonly<Record<string, string>>
    ownNames: readonly string[]
    recoveryId: string | undefined
  }) {
    this.facts = parts.facts
    this.leases = parts.leases
    this.environment = parts.environment
    this.ownNames = parts.ownNames
    this.recoveryId = parts.recoveryId
  }

  get sandboxId(): string {
    return this.facts.sandboxId
  }
}
