import type { Daytona, Sandbox } from '@daytonaio/sdk'
import type { SessionPool } from './processes/session-pool.js'

/** A machine this host is attached to. */
export class DaytonaMachine {
  readonly sandbox: Sandbox
  readonly client: Daytona
  readonly sessions: SessionPool
  /** Names that the options of this host gave to the machine's environment when it was attached to. */
  readonly ownNames: readonly string[]

  constructor(sandbox: Sandbox, client: Daytona, sessions: SessionPool, ownNames: readonly string[]) {
    this.ownNames = ownNames
    this.sandbox = sandbox
    this.client = client
    this.sessions = sessions
  }

  get sandboxId(): string {
    return this.sandbox.id
  }
}
