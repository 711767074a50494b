import type { Team } from './team.js'

/** Who uses the emulator. */
export class TeamList {
  readonly all: readonly Team[]
  /** The one of whoever has no other. */
  readonly first: Team

  constructor(first: Team, others: readonly Team[]) {
    this.first = first
    this.all = [first, ...others]
  }

  /** Undefined for keys that are not let in. Where the first team has none of its own, it has all that nobody else has. */
  find(key: string): Team | undefined {
    const owner = this.all.find(({ apiKeys }) => apiKeys.includes(key))
    return owner ?? (this.first.apiKeys.length === 0 ? this.first : undefined)
  }
}
