import { all, type EffectName, type Sight, type Sights } from '@caisson/testing'

const never = (code: string): Sight => `SandboxProviderError ${code} never`

/** No answer that tells what became of the request. */
export const unknown: Sight = 'SandboxProviderError UNAVAILABLE ambiguous'
/** The edge refused the request before it reached the machine. */
const refused: Sight = 'SandboxProviderError UNAVAILABLE safe'
const limited: Sight = 'SandboxProviderError RATE_LIMITED safe'
const forbidden: Sight = never('PERMISSION_DENIED')
const conflict: Sight = never('CONFLICT')
const missing: Sight = never('NOT_FOUND')
const full: Sight = never('QUOTA_EXCEEDED')
const unauthenticated: Sight = never('UNAUTHENTICATED')

const credentials: Sights = { '401': unauthenticated, '403': forbidden }
const gatewayStatuses = ['502', '503', '504'] as const satisfies readonly EffectName[]
const cuts = ['connection reset', 'response lost', 'cut after 3 bytes'] as const satisfies readonly EffectName[]

/** What the control plane's answers mean to most operations. */
export const controlPlane: Sights = {
  ...credentials,
  '404': missing,
  '409': conflict,
  '429': limited,
  // The SDK waits as it was told and asks again.
  '429, Retry-After: 1': 'done',
  ...all(unknown, '500', ...gatewayStatuses, ...cuts),
  '507': full,
}

/** What the machine's daemon, or the edge before it, answers to a call that is not a stream: the SDK tells little apart. */
export const daemonCall: Sights = {
  ...credentials,
  ...all(unknown, '404', '409', '429', '429, Retry-After: 1', '500', ...gatewayStatuses, '507'),
  ...all(unknown, 'connection reset', 'response lost'),
}

/** The same at the start of a stream, where four statuses tell that nothing was handed on. */
export const daemonStream: Sights = {
  ...daemonCall,
  ...all(refused, '429', '429, Retry-After: 1', ...gatewayStatuses),
  ...all(unknown, 'cut after 3 bytes', 'cut after the first event'),
}

/** Content of files goes by plain HTTP: more is told apart. */
export const content: Sights = {
  ...credentials,
  '404': 'FileNotFoundError ENOENT',
  '409': conflict,
  ...all(limited, '429', '429, Retry-After: 1'),
  ...all(unknown, '500', ...gatewayStatuses, ...cuts),
  '507': 'FilesystemError ENOSPC',
}

/** The same for calls that change nothing: they may be made again. */
export function ofReads(sights: Sights): Sights {
  return Object.fromEntries(
    Object.entries(sights).map(([effect, sight]) => [effect, sight === unknown ? refused : sight]),
  )
}
