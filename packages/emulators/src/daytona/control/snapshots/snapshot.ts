import type { Build } from '../builds/build.js'
import type { Image } from '../builds/image.js'
import type { Resources } from '../images.js'

/** The states of the vendor that snapshots here can be in. */
export type SnapshotState =
  | 'active'
  | 'build_failed'
  | 'building'
  | 'error'
  | 'inactive'
  | 'pending'
  | 'pulling'
  | 'removing'
  | 'snapshotting'

const lasting: ReadonlySet<SnapshotState> = new Set(['active', 'build_failed', 'error', 'inactive'])

/** Something is under way that ends by itself. */
export function isPassing({ state }: Pick<Snapshot, 'state'>): boolean {
  return !lasting.has(state)
}

/** Something that sandboxes are made from. */
export interface Snapshot {
  readonly id: string
  /** Rises with every snapshot: the order of lists, finer than a clock. */
  readonly sequence: number
  readonly name: string
  /** The vendor's own: everybody may use it, and nobody remove it. */
  readonly isGeneral: boolean
  readonly createdAt: Date
  readonly resources: Resources
  readonly imageName: string | undefined
  readonly sourceSandboxId: string | undefined
  readonly regionId: string
  /** As asked for, in place of what the image says. */
  readonly entrypoint: readonly string[] | undefined
  build: Build | undefined
  state: SnapshotState
  errorReason: string | null
  updatedAt: Date
  lastUsedAt: Date | null
  /** Once it is there. */
  image: Image | undefined
  /** What it adds to the base, in bytes. */
  sizeBytes: number | undefined
}
