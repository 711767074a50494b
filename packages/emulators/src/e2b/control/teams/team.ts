import type { E2BTeamTemplate } from '../../e2b-team.js'

/** Who sandboxes and templates belong to. */
export interface Team {
  /** What full names begin with. */
  readonly name: string
  readonly apiKeys: readonly string[]
  /** What it has from the start. */
  readonly templates: readonly E2BTeamTemplate[]
}
