import type { E2BNames } from '../e2b-team.js'
import type { TeamList } from './teams/team-list.js'

/** What was asked of the emulator as a whole. */
export interface CloudSettings {
  readonly teams: TeamList
  /** Told to clients, who make the names of sandboxes' hosts with it. */
  readonly domain: string | undefined
  /** How names are given out among teams. */
  readonly templateNames: E2BNames
  /** What machines trust, beside what this computer does. */
  readonly trustedCertificates: readonly string[]
  /** Each sandbox has a network of its own, where the backing can. */
  readonly ownNetworks: boolean
  /** How many sandboxes may run at once. Changed by faults. */
  sandboxLimit: number
  /** How many builds of a team may be under way at once. Changed by faults. */
  buildLimit: number
  /** How much later builds and tags are seen. Changed by faults. */
  templateLagMs: number
}
