import type { DiskHold } from '../../../disks/layer-store.js'
import type { Runtime } from '../machines/runtime.js'
import type { Team } from '../teams/team.js'
import type { BuildLog } from './build-log.js'

export type BuildStatus = 'waiting' | 'building' | 'ready' | 'error'

/** Why a build failed. `step`: `base`, `finalize`, or the number of the step, from 1. */
export interface BuildFailure {
  readonly message: string
  readonly step?: string | undefined
}

/** One version of a template. */
export interface Build {
  readonly id: string
  readonly createdAt: Date
  readonly cpuCount: number
  readonly memoryMB: number
  /** Those that it was asked for with. Two builds with one in common are not made at the same time. */
  readonly tags: readonly string[]
  readonly log: BuildLog
  status: BuildStatus
  updatedAt: Date
  /** When it became ready or failed. */
  finishedAt: Date | undefined
  /** Before, names do not mean it though it is ready. Milliseconds since 1970. */
  seenFromMs: number
  failure: BuildFailure | undefined
  /** Present once it is ready. */
  result: { readonly disk: DiskHold; readonly runtime: Runtime } | undefined
  /** Ends a build that is under way. */
  readonly abort: AbortController
  /** Resolves when it has ended, well or not. */
  ended: Promise<void>
}

/** That a build was given a tag. */
export interface TagAssignment {
  readonly buildId: string
  readonly createdAt: Date
  /** Before, nobody sees it. Milliseconds since 1970. */
  readonly seenFromMs: number
}

/** Something that sandboxes are made from: a template, or a snapshot of a sandbox, which is one too. */
export interface Template {
  readonly id: string
  /** Rises with every template: the order of lists. */
  readonly sequence: number
  readonly createdAt: Date
  readonly team: Team
  /** Names without team and tag. */
  readonly names: Set<string>
  /** All teams may make sandboxes of it. */
  isPublic: boolean
  /** All teams find it by its bare name. */
  isPromoted: boolean
  readonly builds: Map<string, Build>
  /** The builds that were given a tag, the latest last; the latest that is ready counts. */
  readonly tags: Map<string, TagAssignment[]>
  /** The sandbox that it is a snapshot of. */
  readonly snapshotOf?: string | undefined
  /** How often a sandbox was made of it, and when the last time. */
  spawnCount: number
  lastSpawnedAt: Date | undefined
}
