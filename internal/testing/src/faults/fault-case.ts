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

/** What is done while a fault waits for it. */
export interface FaultOperation<Sandbox> {
  /** What comes before. */
  readonly prepare?: ((ground: FaultGround<Sandbox>) => Promise<ProcessHandle | void>) | undefined
  run(ground: FaultGround<Sandbox>): Promise<unknown>
  /** What must be true afterwards, now that the user has seen this; throws otherwise. */
  readonly check?: ((ground: FaultGround<Sandbox>, effect: EffectName, seen: string) => Promise<void>) | undefined
}

/** A provider's facts about one operation and one of the routes that it takes. */
export interface FaultFacts<Name extends string> {
  readonly operation: Name
  readonly route: string
  /** What the user sees, by effect. */
  readonly sights: Sights
}

/** One operation that meets every effect on one route. */
export type FaultCase<Sandbox> = FaultFacts<string> & FaultOperation<Sandbox>

/** A case for each of a provider's facts about operations that are the same everywhere. */
export function faultCases<Name extends string, Sandbox>(
  operations: Readonly<Record<Name, FaultOperation<Sandbox>>>,
  facts: readonly FaultFacts<Name>[],
): readonly FaultCase<Sandbox>[] {
  return facts.map((fact) => ({ ...operations[fact.operation], ...fact }))
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
