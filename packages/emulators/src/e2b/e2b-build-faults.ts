import type { BuildFault } from '../builds/build-fault.js'
import type { Fault } from '../http/fault.js'

/** What happens to a build of a template. */
export interface E2BBuildFault extends BuildFault {
  /** Only builds of the template of this name. Default: any. */
  readonly template?: string | undefined
}

/** A build that somebody asked for and went away from. */
export interface E2BLeftBuild {
  readonly templateId: string
  readonly buildId: string
}

/** What can happen to builds of templates. Requests about builds can fail as all requests can. */
export interface E2BBuildFaults {
  /**
   * The next builds that get to a place meet this.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  nextBuild(fault: E2BBuildFault): Fault
  /** From now on builds stall before they begin; what is returned lets them go on. `template`: only those of the template of this name. */
  holdBuilds(template?: string): () => void
  /** There is a build of `name` or `name:tag` that waits for its start, as if its client had died `ageMs` (default 0) ago. */
  leaveBuild(ref: string, options?: { readonly ageMs?: number | undefined }): E2BLeftBuild
  /** From now on a team has at most so many builds under way; more get a 429. `undefined` lifts the limit. */
  limitBuilds(count: number | undefined): void
  /** From now on what builds and tags change is seen so much later. `undefined`: as the option `templateLagMs` says. */
  lagTemplates(ms: number | undefined): void
}
