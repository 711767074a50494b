import type { MountBench } from '../mount-bench.js'
import type { StoreName } from '../mount-provider.js'

/** One test of mounts that every provider passes. */
export interface MountCase {
  readonly title: string
  /** Stores whose rows of the mission it shows. */
  readonly stores?: readonly StoreName[] | undefined
  /** Why it cannot be run on this computer. */
  readonly obstacle?: string | undefined
  /** Its commands run as root. */
  readonly asRoot?: boolean | undefined
  check(bench: MountBench): Promise<void>
}
