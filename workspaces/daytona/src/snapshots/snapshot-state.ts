import type { Snapshot, SnapshotState } from '@daytonaio/sdk'

/**
 * What can be done with a snapshot in a state. `inactive`: it has to be made usable again. `changing`: wait, it becomes another
 * one by itself. `leaving`: wait until its name is free.
 */
export type SnapshotKind = 'usable' | 'inactive' | 'changing' | 'leaving' | 'failed'

/** What the vendor's client makes of states that it does not know. */
type Unlisted = '11184809'

/** The texts of the vendor's enumeration. */
// oxlint-disable-next-line typescript/no-unnecessary-template-expression -- makes texts of the members of an enumeration
type StateText = `${Exclude<SnapshotState, Unlisted>}`

const kinds: Readonly<Record<StateText, SnapshotKind>> = {
  active: 'usable',
  inactive: 'inactive',
  pending: 'changing',
  building: 'changing',
  pulling: 'changing',
  snapshotting: 'changing',
  removing: 'leaving',
  error: 'failed',
  build_failed: 'failed',
}

/** A state that a later version of the vendor adds is waited for. */
export function snapshotKind({ state }: Pick<Snapshot, 'state'>): SnapshotKind {
  const known: Readonly<Partial<Record<string, SnapshotKind>>> = kinds
  return known[state] ?? 'changing'
}
