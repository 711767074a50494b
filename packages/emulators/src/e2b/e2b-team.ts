/** A template that a team has from the start. It is as `base` is. */
export interface E2BTeamTemplate {
  /** Without team and tag. */
  readonly name: string
  /** Everybody may make sandboxes of it. Default false. */
  readonly isPublic?: boolean | undefined
  /** Found by its bare name by all teams where names are each team's own, as the vendor's `base` is. Default false. */
  readonly isPromoted?: boolean | undefined
}

/** Somebody else who uses the emulator, with sandboxes and templates of their own. */
export interface E2BTeam {
  /** What full names begin with, as in `team/name:tag`. */
  readonly name: string
  /** Who brings one of these is of this team. */
  readonly apiKeys: readonly string[]
  /** Templates that it has from the start. */
  readonly templates?: readonly (string | E2BTeamTemplate)[] | undefined
}

/**
 * How names of templates are given out among teams:
 *
 * - `shared`: each once, as the vendor did until 2026. A name that another team has gets a 403: when it is looked up, built, and, unless
 *   the template is public, when a sandbox is made of it.
 * - `ownToTeams`: each team has names of its own, as newer servers do. A bare name means the team's own template, then one that is promoted.
 *   Others' names are not found (404) and free to be built; only looking up a promoted one gets a 403.
 */
export type E2BNames = 'ownToTeams' | 'shared'
