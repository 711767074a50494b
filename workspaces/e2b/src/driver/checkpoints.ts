import { createHash } from 'node:crypto'

/** Names under which the state of a machine is saved and looked for. */
export interface CheckpointNames {
  /** What `snapshot()` saves under, and what a new machine starts from when it is there. */
  readonly own?: string | undefined
  /** What a new machine starts from when its own checkpoint has no state yet. */
  readonly seed?: string | undefined
}

/** The name of a checkpoint at E2B, whose names allow few characters. */
export function snapshotName(checkpoint: string): string {
  return `caisson-checkpoint-${createHash('sha256').update(checkpoint).digest('hex').slice(0, 16)}`
}

/** What a new machine may start from, best first: checkpoints that may not exist, and last the template. */
export function startingPoints({ own, seed }: CheckpointNames): readonly string[] {
  return [own, seed].filter((name) => name !== undefined).map(snapshotName)
}
