import type { ProcessHandle } from '@caisson/core'
import type { EffectName, Sights } from './effects.js'

/** What an operation works with. */
export interface FaultGround<Sandbox> {
  readonly sandbox: Sandbox
  /** Occurs nowhere else. */
  readonly tag: string
  /** What `prepare` started. */
  readonly process?: ProcessHandle | undefined
}

/** One operation that meets every effect on one route. */
export interface FaultCase<Sandbox> {
  readonly operation: string
  readonly route: string
  /** What the user sees, by effect. */
  readonly sights: Sights
  /** What comes before. */
  readonly prepare?: ((ground: FaultGround<Sandbox>) => Promise<ProcessHandle | void>) | undefined
  run(ground: FaultGround<Sandbox>): Promise<unknown>
  /** What must be true afterwards, now that the user has seen this; throws otherwise. */
  readonly check?: ((ground: FaultGround<Sandbox>, effect: EffectName, seen: string) => Promise<void>) | undefined
}

/** One test. */
export interface FaultRow<Sandbox> {
  readonly entry: FaultCase<Sandbox>
  readonly effect: EffectName
  readonly sight: string
}

/** A test for each effect of each case, with its whole title. */
export function faultRows<Sandbox>(
  cases: readonly FaultCase<Sandbox>[],
): readonly (readonly [title: string, row: FaultRow<Sandbox>])[] {
  return cases.flatMap((entry) =>
    Object.entries(entry.sights).map(
      ([effect, sight]) =>
        [
          `${entry.operation}: ${entry.route} and ${effect}: ${sight}`,
          { entry, effect: effect as EffectName, sight },
        ] as const,
    ),
  )
}
