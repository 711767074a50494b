import type { DiskHold } from '../../../disks/layer-store.js'
import type { Runtime } from '../machines/runtime.js'
import type { BuildLog } from './build-log.js'

type BuildStatus = 'waiting' | 'building' | 'ready' | 'error'

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
  readonly log: BuildLog
  status: BuildStatus
  failure: BuildFailure | undefined
  /** Present once it is ready. */
  result: { readonly disk: DiskHold; readonly runtime: Runtime } | undefined
  /** Ends a build that is under way. */
  readonly abort: AbortController
  /** Resolves when it has ended, well or not. */
  ended: Promise<void>
}

/** Something that sandboxes are made from: a template, or a snapshot of a sandbox, which is one too. */
export interface Template {
  readonly id: string
  /** Rises with every template: the order of lists. */
  readonly sequence: number
  readonly createdAt: Date
  /** Names without team and tag. */
  readonly names: Set<string>
  readonly builds: Map<string, Build>
  /** The builds that were given a tag, the latest last; the latest that is ready counts. */
  readonly tags: Map<string, { readonly buildId: string; readonly createdAt: Date }[]>
  /** The sandbox that it is a snapshot of. */
  readonly snapshotOf?: string | undefined
}
