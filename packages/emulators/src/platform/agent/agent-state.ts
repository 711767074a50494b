import { SessionTable } from './exec/session-table.js'
import type { AgentSettings } from './settings.js'
import { CommandPlace } from './system/command-place.js'

/** What all parts of the agent share. */
export class AgentState {
  readonly settings: AgentSettings
  readonly place: CommandPlace
  readonly sessions: SessionTable

  constructor(settings: AgentSettings) {
    this.settings = settings
    this.place = new CommandPlace(settings)
    this.sessions = new SessionTable(this.place)
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    this.sessions.close()
    await this.place.close()
  }
}
