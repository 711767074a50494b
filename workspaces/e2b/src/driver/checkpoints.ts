import { createHash } from 'node:crypto'
import type { ResolvedE2BOptions } from '../options/index.js'

/** The name of a checkpoint at E2B, whose names allow few characters. */
export function snapshotName(checkpoint: string): string {
  return `caisson-checkpoint-${createHash('sha256').update(checkpoint).digest('hex').slice(0, 16)}`
}

/** Checkpoints that a new machine starts from, best first; each may have no state yet. */
export function startingPoints(options: Pick<ResolvedE2BOptions, 'checkpointName' | 'seedCheckpointName'>): string[] {
  return [options.checkpointName, options.seedCheckpointName].filter((name) => name !== undefined).map(snapshotName)
}
