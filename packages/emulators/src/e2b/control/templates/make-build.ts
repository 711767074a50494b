import { randomUUID } from 'node:crypto'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { Runtime } from '../machines/runtime.js'
import { BuildLog } from './build-log.js'
import type { Build } from './template.js'

export interface BuildSize {
  readonly cpuCount: number
  readonly memoryMB: number
}

export const defaultSize: BuildSize = { cpuCount: 2, memoryMB: 512 }

/** A version that is to be built. */
export function makeBuild({ cpuCount, memoryMB }: BuildSize): Build {
  return {
    id: randomUUID(),
    createdAt: new Date(),
    cpuCount,
    memoryMB,
    log: new BuildLog(),
    status: 'waiting',
    failure: undefined,
    result: undefined,
    abort: new AbortController(),
    ended: Promise.resolve(),
  }
}

/** A version that exists already. */
export function makeReadyBuild(size: BuildSize, result: { disk: DiskHold; runtime: Runtime }): Build {
  return { ...makeBuild(size), status: 'ready', result }
}
