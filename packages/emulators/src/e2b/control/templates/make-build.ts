import { randomUUID } from 'node:crypto'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { Runtime } from '../machines/runtime.js'
import { BuildLog } from './build-log.js'
import type { Build } from './template.js'
import { defaultTag } from './template-name.js'

export interface BuildSize {
  readonly cpuCount: number
  readonly memoryMB: number
}

/** Of the template `base`. */
export const baseSize: BuildSize = { cpuCount: 2, memoryMB: 512 }
/** Of a build whose request names no size. */
export const defaultSize: BuildSize = { cpuCount: 2, memoryMB: 1024 }

interface BuildOrigin {
  /** Default: the one that a name without a tag means. */
  readonly tags?: readonly string[]
  /** Default: now. */
  readonly createdAt?: Date
}

/** A version that is to be built. */
export function makeBuild({ cpuCount, memoryMB }: BuildSize, origin: BuildOrigin = {}): Build {
  const { tags = [defaultTag], createdAt = new Date() } = origin
  return {
    id: randomUUID(),
    createdAt,
    cpuCount,
    memoryMB,
    tags,
    log: new BuildLog(),
    status: 'waiting',
    updatedAt: createdAt,
    finishedAt: undefined,
    seenFromMs: 0,
    failure: undefined,
    result: undefined,
    abort: new AbortController(),
    ended: Promise.resolve(),
  }
}

/** A version that exists already. */
export function makeReadyBuild(size: BuildSize, result: { disk: DiskHold; runtime: Runtime }): Build {
  return { ...makeBuild(size), status: 'ready', finishedAt: new Date(), result }
}
