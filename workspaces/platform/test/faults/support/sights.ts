import { all, type EffectName, type Sight, type Sights } from '@caisson/testing'

const never = (code: string): Sight => `PlatformApiError ${code} never`
const limited: Sight = 'PlatformApiError RATE_LIMITED safe'

const failures = ['500', '502', '503', '504'] as const satisfies readonly EffectName[]
const cuts = ['connection reset', 'response lost', 'cut after 3 bytes'] as const satisfies readonly EffectName[]

/** What the platform's answers mean to an operation that changes something: nothing of it is sent again. */
export const controlPlane: Sights = {
  '401': never('UNAUTHENTICATED'),
  '403': never('PERMISSION_DENIED'),
  '404': never('NOT_FOUND'),
  '409': never('CONFLICT'),
  ...all(limited, '429', '429, Retry-After: 1'),
  ...all('PlatformApiError UNAVAILABLE ambiguous', ...failures),
  // No answer tells what became of the request.
  ...all('SandboxProviderError UNAVAILABLE ambiguous', ...cuts),
}

/** The same for one that only looks, or asks for a lease: nothing begins by it. */
export const controlLook: Sights = {
  ...controlPlane,
  ...all('PlatformApiError UNAVAILABLE safe', ...failures),
  ...all('SandboxProviderError UNAVAILABLE safe', ...cuts),
}

/** Starts wait for a rate limit, as long as they may take. */
export function ofStarts(sights: Sights): Sights {
  return { ...sights, ...all('done', '429', '429, Retry-After: 1') }
}

/** Whatever becomes of the request is noticed by nobody. */
export const unnoticed: Sights = Object.fromEntries(Object.keys(controlPlane).map((effect) => [effect, 'done']))

/** A socket that never opened, whatever refused it, is opened once more with a lease of its own. */
const refusals = ['401', '403', '404', '409', '429', ...failures, '507', 'connection reset'] as const

/**
 * What is met once on the way to a command is noticed by nobody: one that was begun is joined again, and never sent again. Where
 * not even the name of it came back, nobody can say what became of it.
 */
export const command: Sights = {
  ...all('done', ...refusals, 'cut after 3 bytes', 'cut after the first event'),
  'response lost': 'SandboxExecTransportError UNAVAILABLE ambiguous',
}

/** What is tried again, since that does no harm. */
export const patient: Sights = { ...command, 'response lost': 'done' }
