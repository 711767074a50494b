import type { BuildFault } from '../builds/build-fault.js'
import type { Fault } from '../http/fault.js'

/**
 * What happens to a snapshot that is made of an image. Steps count as in the log, where the first is `FROM`; an image that is only named has
 * none.
 */
export interface DaytonaBuildFault extends BuildFault {
  /** Only the snapshot of this name. Default: any, and builds for single sandboxes. */
  readonly snapshot?: string | undefined
}

/** What can happen to snapshots. Requests about them can fail as all requests can. */
export interface DaytonaBuildFaults {
  /**
   * The next builds that get to a place meet this: one that fails is `build_failed`, or `error` where the image was only named.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  nextBuild(fault: DaytonaBuildFault): Fault
  /** From now on snapshots stay `building` or `pulling`; what is returned lets them go on. `snapshot`: only the one of this name. */
  holdBuilds(snapshot?: string): () => void
  /**
   * The snapshot is `inactive`, as the vendor makes those that nobody has used for a while.
   *
   * @throws EmulatorError UNKNOWN_SNAPSHOT unless there is an active one of this name or id.
   */
  deactivateSnapshot(idOrName: string): void
}
