import { all, without, type EffectName, type Sight, type Sights } from '@caisson/testing'

const never = (code: string): Sight => `SandboxProviderError ${code} never`
const safe = (code: string): Sight => `SandboxProviderError ${code} safe`

/** No answer that tells what became of the request. */
export const unknown: Sight = 'SandboxProviderError UNAVAILABLE ambiguous'
const refused: Sight = safe('UNAVAILABLE')

const failures = ['500', '502', '503', '504'] as const satisfies readonly EffectName[]
const cuts = ['connection reset', 'response lost', 'cut after 3 bytes'] as const satisfies readonly EffectName[]

/** What the control plane's answers mean to an operation that changes something. */
export const controlPlane: Sights = {
  '401': never('UNAUTHENTICATED'),
  '403': never('PERMISSION_DENIED'),
  '404': never('NOT_FOUND'),
  '409': never('CONFLICT'),
  ...all(safe('RATE_LIMITED'), '429', '429, Retry-After: 1'),
  ...all(unknown, ...failures, ...cuts),
}

/** The same for one that only looks: the SDK itself asks again when no answer came. */
export const controlLook: Sights = {
  ...controlPlane,
  ...all(refused, ...failures, 'cut after 3 bytes'),
  ...all('done', 'connection reset', 'response lost'),
}

/** Starts wait for a rate limit, as long as they may take. */
export function ofStarts(sights: Sights): Sights {
  return { ...sights, ...all('done', '429', '429, Retry-After: 1') }
}

/** What is answered on the way to a machine. What is refused below 500 did not reach it, and it is seen to run. */
export const daemon: Sights = {
  '401': safe('UNAUTHENTICATED'),
  '403': safe('PERMISSION_DENIED'),
  '404': refused,
  '409': never('CONFLICT'),
  ...all(safe('RATE_LIMITED'), '429', '429, Retry-After: 1'),
  ...all(unknown, ...failures, ...cuts, 'cut after the first event'),
}

/** What is tried again, since that does no harm: what passes is noticed by nobody. */
export const patient: Sights = {
  ...all('done', '401', '403', '429', '429, Retry-After: 1', ...failures, ...cuts, 'cut after the first event'),
  '404': refused,
  '409': never('CONFLICT'),
}

/** The start of a command: one whose answer is lost is found, and read on. */
export const commandStart: Sights = { ...daemon, ...all('done', ...lostAnswers()) }

/** Nothing of a command has begun. An answer without a body cannot be cut in the middle of it. */
export const sessionStart: Sights = {
  ...without(daemon, 'cut after 3 bytes', 'cut after the first event'),
  ...all(refused, ...failures, 'connection reset', 'response lost'),
}

/** What follows a command that has begun: whatever breaks it, the relay reads on. */
export const reading: Sights = all(
  'done',
  '401',
  '403',
  '404',
  '409',
  '429',
  '429, Retry-After: 1',
  ...failures,
  ...cuts,
  'cut after the first event',
)

function lostAnswers(): readonly EffectName[] {
  return ['response lost', 'cut after 3 bytes', 'cut after the first event']
}

/** For calls that change nothing: they may be made again. */
export function ofReads(sights: Sights): Sights {
  return Object.fromEntries(
    Object.entries(sights).map(([effect, sight]) => [effect, sight === unknown ? refused : sight]),
  )
}
