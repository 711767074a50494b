import type { FaultOptions } from '@caisson/emulators'

/** Every effect that an emulator has on a single request, but for those that take time: a time-out bounds these. */
export const effects = {
  '401': { status: 401 },
  '403': { status: 403 },
  '404': { status: 404 },
  '409': { status: 409 },
  '429': { status: 429 },
  '429, Retry-After: 1': { status: 429, headers: { 'Retry-After': '1' } },
  '500': { status: 500 },
  '502': { status: 502 },
  '503': { status: 503 },
  '504': { status: 504 },
  '507': { status: 507 },
  'connection reset': { resetConnection: true },
  'response lost': { loseResponse: true },
  'cut after 3 bytes': { cutAfterBytes: 3 },
  'cut after the first event': { cutAfterFirstEvent: true },
} as const satisfies Readonly<Record<string, FaultOptions>>

export type EffectName = keyof typeof effects

/** What the user sees: `done`, or an error's class, code and what may be done next. */
export type Sight = 'done' | `${string} ${string} ${'safe' | 'ambiguous' | 'never'}` | `${string} E${string}`

/** What the user sees of an operation for each effect that makes sense for it. */
export type Sights = Readonly<Partial<Record<EffectName, Sight>>>

/** The same sight for several effects. */
export function all(sight: Sight, ...names: readonly EffectName[]): Sights {
  return Object.fromEntries(names.map((name) => [name, sight]))
}

/** Sights without those of some effects, which make no sense for an operation or have no certain outcome. */
export function without(sights: Sights, ...names: readonly EffectName[]): Sights {
  return Object.fromEntries(Object.entries(sights).filter(([name]) => !names.includes(name as EffectName)))
}

/** The request reached the machine although the answer did not come back whole. */
export function hadEffect(effect: EffectName): boolean {
  return effect === 'response lost' || effect.startsWith('cut')
}
