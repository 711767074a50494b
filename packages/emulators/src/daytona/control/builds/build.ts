import { createHash, randomUUID } from 'node:crypto'
import type { BuildInfo } from '../images.js'
import { BuildLog } from '../../../builds/build-log.js'
import type { Image } from './image.js'

type BuildState = 'pending' | 'building' | 'ready' | 'failed'

/** What makes two builds the same. */
export function buildKeyOf({ dockerfileContent, contextHashes }: BuildInfo): string {
  const text = JSON.stringify([dockerfileContent, contextHashes])
  return createHash('sha256').update(text).digest('hex')
}

export function snapshotRefOf(info: BuildInfo): string {
  return `daytona-${buildKeyOf(info)}:daytona`
}

/** One run of a declarative build. */
export class Build {
  readonly id: string = randomUUID()
  readonly info: BuildInfo
  readonly createdAt: Date = new Date()
  readonly log: BuildLog = new BuildLog()
  /** The snapshots that it is for. */
  readonly names: Set<string> = new Set()
  readonly abort: AbortController = new AbortController()
  updatedAt: Date = this.createdAt
  /** Why it failed. */
  failure: string | undefined
  /** What it has made, once it is ready. */
  image: Image | undefined
  /** Resolves when it has begun. */
  started: Promise<void> = Promise.resolve()
  /** Resolves when it is over, well or not. */
  ended: Promise<void> = Promise.resolve()
  #state: BuildState = 'pending'

  constructor(info: BuildInfo) {
    this.info = info
  }

  get state(): BuildState {
    return this.#state
  }

  set state(state: BuildState) {
    this.#state = state
    this.updatedAt = new Date()
  }
}

/** As snapshots and sandboxes show it. */
export function viewBuildInfo({ info, createdAt, updatedAt }: Build): Record<string, unknown> {
  return {
    dockerfileContent: info.dockerfileContent,
    contextHashes: info.contextHashes,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    snapshotRef: snapshotRefOf(info),
  }
}
