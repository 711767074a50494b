import type { LeaseCache, MachineExec } from '../exec/index.js'
import type { MachineFacts } from './machine-facts.js'

/** What the host holds of a machine that it is attached to. */
export interface MachineParts {
  readonly facts: MachineFacts
  readonly leases: LeaseCache
  readonly exec: MachineExec
  readonly environment: Readonly<Record<string, string>>
  readonly ownNames: readonly string[]
  readonly checkpointId: string | undefined
}

/** A machine that this host is attached to. */
export class PlatformMachine {
  /** What the platform last said of it. */
  facts: MachineFacts
  readonly leases: LeaseCache
  readonly exec: MachineExec
  /** Its environment, as far as this host gave it one. */
  readonly environment: Readonly<Record<string, string>>
  /** Names in its environment that this host put there, or would have. */
  readonly ownNames: readonly string[]
  /** Under which id its checkpoints are kept; `undefined` where no later machine would start from one. */
  readonly checkpointId: string | undefined
  /** What its creation said of the template that it did not get. */
  readonly templatePending: MachineFacts['templatePending']

  constructor({ facts, leases, exec, environment, ownNames, checkpointId }: MachineParts) {
    this.facts = facts
    this.leases = leases
    this.exec = exec
    this.environment = environment
    this.ownNames = ownNames
    this.checkpointId = checkpointId
    this.templatePending = facts.templatePending
  }

  get sandboxId(): string {
    return this.facts.sandboxId
  }

  /** Lets go of what this host holds. */
  release(): void {
    this.leases.close()
    void this.exec.close()
  }
}
