import type { Fault } from '../http/fault.js'

/** Where in a build: before its base is there, before a step, counted from 1, or before its end. */
export type E2BBuildPlace = 'base' | 'finalize' | number

/** What happens to a build. */
export interface E2BBuildFault {
  /** Default `base`. A number beyond the last step means never. */
  readonly at?: E2BBuildPlace | undefined
  /** Waits so long. */
  readonly delayMs?: number | undefined
  /** Goes on when the fault is cancelled; until then the build is `building`. */
  readonly stall?: boolean | undefined
  /** The build fails, for this reason; `true`: for some. */
  readonly fail?: string | boolean | undefined
  /** Only builds of the template of this name. Default: any. */
  readonly template?: string | undefined
  /** How many builds it is for. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
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
