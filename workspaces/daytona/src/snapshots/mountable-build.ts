import type { Snapshot } from '@daytonaio/sdk'
import { SandboxError, type SandboxErrorCode } from '@caisson/core/workspace'
import { currentTimeMs } from '@caisson/core/driver'
import { BuildFailure, type Build, type BuildLogEntry } from '@caisson/kit/templates'
import { BackgroundPause } from './background-pause.js'
import { BuildLogReader, type BuildLogTarget } from './build-log-reader.js'
import type { SnapshotApi } from './snapshot-api.js'
import type { SnapshotDefinition } from './snapshot-definition.js'
import { snapshotKind } from './snapshot-state.js'

/** How long a new snapshot may not be found by its name. */
const lagLimitMs = 10_000

/** So often a name may turn out to be taken by something that cannot be found. */
const mostRefusals = 5

/** Failures of a look that are no reason to give up a wait: the next look may tell. */
const passing: ReadonlySet<SandboxErrorCode> = new Set(['UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED'])

/** What a build is made of. */
export interface MountableBuildParts extends Omit<BuildLogTarget, 'report'> {
  readonly key: string
  readonly definition: SnapshotDefinition
  readonly api: SnapshotApi
  /** What the look before has found. */
  readonly found: Snapshot | undefined
}

/**
 * Brings a snapshot to where it can be used, from whatever state it is in: makes it, waits for one that somebody else makes,
 * activates one that nobody used for a while, and makes one that failed before anew, once.
 */
export class MountableBuild implements Build {
  readonly provider = 'daytona'
  readonly key: string
  readonly title: string
  readonly secrets: readonly (string | undefined)[]
  readonly #parts: MountableBuildParts
  readonly #pause = new BackgroundPause()
  /** When it was asked for; a snapshot may be asked for once. */
  #createdAtMs: number | undefined
  #refusalCount = 0
  /** Whether it was asked for, or was seen being made: what fails after that has failed now. */
  #isBeingMade = false
  /** It was made long ago, and its log with it. */
  #wasInactive = false

  constructor(parts: MountableBuildParts) {
    const { key, definition, connection } = parts
    this.key = key
    this.title = `snapshot ${definition.name}`
    this.secrets = [connection.apiKey, connection.jwtToken]
    this.#parts = parts
  }

  async run(report: (entry: BuildLogEntry) => void, signal: AbortSignal): Promise<void> {
    const { toReadable } = this.#parts.definition
    const log = new BuildLogReader({
      ...this.#parts,
      report: (entry) => report({ ...entry, message: toReadable(entry.message) }),
    })
    try {
      let snapshot = this.#parts.found
      while (snapshot === undefined || snapshotKind(snapshot) !== 'usable') {
        signal.throwIfAborted()
        await (snapshot === undefined ? this.#make(signal) : this.#advance(snapshot, log))
        snapshot = await this.#look(signal)
      }
      if (this.#isBeingMade) await log.finish(snapshot)
    } finally {
      log.close()
    }
  }

  /** Sends the creation, once; afterwards waits for the snapshot to be known. */
  async #make(signal: AbortSignal): Promise<void> {
    const { api, definition, logger } = this.#parts
    if (this.#createdAtMs === undefined) {
      logger.info(`daytona: building ${this.title}`)
      const outcome = await api.create(definition, signal)
      if (outcome === 'sent') this.#createdAtMs = currentTimeMs()
      else this.#refusalCount += 1
      if (this.#refusalCount > mostRefusals)
        throw new BuildFailure('its name is taken by something that cannot be found')
      this.#isBeingMade = true
      return
    }
    if (currentTimeMs() - this.#createdAtMs > lagLimitMs) throw new BuildFailure('the snapshot was removed meanwhile')
  }

  async #advance(snapshot: Snapshot, log: BuildLogReader): Promise<void> {
    const { api, logger } = this.#parts
    switch (snapshotKind(snapshot)) {
      case 'inactive':
        logger.info(`daytona: activating ${this.title}`)
        this.#wasInactive = true
        return api.activate(snapshot)
      case 'failed':
        return this.#afterFailure(snapshot, log)
      case 'changing':
        if (this.#wasInactive) return undefined
        this.#isBeingMade = true
        return log.follow(snapshot)
      default:
        return undefined
    }
  }

  /** One that had failed before is made anew; one that fails now is left for whoever wants to look at it. */
  async #afterFailure(snapshot: Snapshot, log: BuildLogReader): Promise<void> {
    const { api, definition, logger } = this.#parts
    const reason = definition.toReadable(snapshot.errorReason ?? 'no reason was told')
    if (this.#isBeingMade) await log.finish(snapshot)
    if (this.#isBeingMade || this.#wasInactive) throw new BuildFailure(reason)
    logger.warn(`daytona: ${this.title} had failed, and is built anew: ${reason}`)
    await api.remove(snapshot)
  }

  /** Looks again after a pause, for as long as it takes. */
  async #look(signal: AbortSignal): Promise<Snapshot | undefined> {
    const { api, definition, logger } = this.#parts
    let leastMs = 0
    for (;;) {
      await this.#pause.wait(signal, leastMs)
      try {
        return await api.find(definition.name)
      } catch (error) {
        if (!SandboxError.isInstance(error) || !passing.has(error.code)) throw error
        logger.debug(`daytona: looking at ${this.title} failed`, error)
        leastMs = error.retryAfterMs ?? 0
      }
    }
  }
}
