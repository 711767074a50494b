import type { ProcessHandle } from '@caisson/core'
import type { E2BSandbox } from '../../../src/index.js'
import type { EffectName, Sights } from './effects.js'

/** What an operation works with. */
export interface Ground {
  readonly sandbox: E2BSandbox
  /** Occurs nowhere else. */
  readonly tag: string
  /** What `prepare` started. */
  readonly process?: ProcessHandle | undefined
}

/** One operation that meets every effect on one route. */
export interface FaultCase {
  readonly operation: string
  readonly route: string
  /** What the user sees, by effect. */
  readonly sights: Sights
  /** What comes before. */
  readonly prepare?: ((ground: Ground) => Promise<ProcessHandle | void>) | undefined
  run(ground: Ground): Promise<unknown>
  /** What must be true afterwards; throws otherwise. */
  readonly check?: ((ground: Ground, effect: EffectName) => Promise<void>) | undefined
}

/** One test. */
export interface FaultRow {
  readonly name: string
  readonly entry: FaultCase
  readonly effect: EffectName
  readonly sight: string
}

export function rowsOf(cases: readonly FaultCase[]): readonly FaultRow[] {
  return cases.flatMap((entry) =>
    Object.entries(entry.sights).map(([effect, sight]) => ({
      name: `${entry.operation}: ${entry.route} and ${effect}`,
      entry,
      effect: effect as EffectName,
      sight,
    })),
  )
}

/** The request reached the machine although the answer did not come back whole. */
export function hadEffect(effect: EffectName): boolean {
  return effect === 'response lost' || effect.startsWith('cut')
}
