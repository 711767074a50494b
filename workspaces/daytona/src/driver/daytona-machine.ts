import type { Daytona, Sandbox } from '@daytonaio/sdk'
import type { SessionPool } from './processes/session-pool.js'

/** A machine this host is attached to. */
export class DaytonaMachine {
  readonly sandbox: Sandbox
  readonly client: Daytona
  readonly sessions: SessionPool

  constructor(sandbox: Sandbox, client: Daytona, sessions: SessionPool) {
    this.sandbox = sandbox
    this.client = client
    this.sessions = sessions
  }

  get sandboxId(): string {
    return this.sandbox.id
  }
}
