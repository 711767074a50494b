import type { MountEntry, MountState } from '../../contract/mount.js'
import type { Mounter } from '../../driver/mounter.js'
import type { Timer } from '../../util/timer.js'

/** A mount as the table keeps it. */
export type TableEntry<Handle> = { -readonly [Key in keyof MountEntry]: MountEntry[Key] } & {
  /** Who mounted it; absent where the user's hook did. */
  mounter?: Mounter<Handle> | undefined
  /** It was asked for and nobody waited for the answer: something may be mounted all the same. */
  isUnsettled?: boolean | undefined
  /** Until its credentials are renewed. */
  refreshTimer?: Timer | undefined
}

/** The only way a state changes: a reason never outlives the state it explains. */
export function setMountState<Handle>(entry: TableEntry<Handle>, state: MountState, error?: string): void {
  entry.state = state
  if (error === undefined) delete entry.error
  else entry.error = error
}
