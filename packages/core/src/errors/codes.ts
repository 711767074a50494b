/**
 * What may be done after an error. `safe`: the operation provably did not start; doing it again cannot do it twice.
 * `ambiguous`: it may have run. `never`: it would fail again.
 */
export type RetryFact = 'safe' | 'ambiguous' | 'never'

/** What a code means and what may be done after it. */
export interface SandboxErrorCodeFacts {
  /** Used unless the place that throws knows better. */
  readonly retry: RetryFact
  readonly meaning: string
}

/** Every code a `SandboxError` can carry. */
export type SandboxErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'NOT_READY'
  | 'INVALID_STATE'
  | 'GONE'
  | 'RATE_LIMITED'
  | 'QUOTA_EXCEEDED'
  | 'UNAVAILABLE'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'UNSUPPORTED_FEATURE'
  | 'EXECUTION_FAILED'
  | 'ISOLATION_UNAVAILABLE'
  | 'MOUNT_ERROR'
  | 'MOUNT_NOT_SUPPORTED'
  | 'FILESYSTEM_NOT_MOUNTABLE'
  | 'INTERNAL'
  | 'UNKNOWN'

/** The facts about every code. */
export const sandboxErrorCodes: Readonly<Record<SandboxErrorCode, SandboxErrorCodeFacts>> = {
  INVALID_ARGUMENT: { retry: 'never', meaning: 'a value given by the caller is wrong' },
  UNAUTHENTICATED: { retry: 'never', meaning: 'the provider does not accept the credentials' },
  PERMISSION_DENIED: { retry: 'never', meaning: 'the credentials do not allow this' },
  NOT_FOUND: { retry: 'never', meaning: 'a named thing does not exist' },
  CONFLICT: { retry: 'never', meaning: 'a named thing is in the way' },
  NOT_READY: { retry: 'never', meaning: 'the sandbox is not started, or is destroyed' },
  INVALID_STATE: { retry: 'never', meaning: 'the state of the object does not allow this' },
  GONE: { retry: 'ambiguous', meaning: 'the machine no longer exists' },
  RATE_LIMITED: { retry: 'safe', meaning: 'too many requests; see retryAfterMs' },
  QUOTA_EXCEEDED: { retry: 'never', meaning: 'a limit of the account is reached' },
  UNAVAILABLE: { retry: 'ambiguous', meaning: 'the network or the provider failed' },
  TIMEOUT: { retry: 'ambiguous', meaning: 'a clock ran out; the message says which' },
  ABORTED: { retry: 'ambiguous', meaning: 'the caller gave up' },
  UNSUPPORTED_FEATURE: { retry: 'never', meaning: 'this provider cannot do that' },
  EXECUTION_FAILED: { retry: 'ambiguous', meaning: 'a command failed where that is an error' },
  ISOLATION_UNAVAILABLE: { retry: 'never', meaning: 'the requested isolation is not on this machine' },
  MOUNT_ERROR: { retry: 'never', meaning: 'a mount failed' },
  MOUNT_NOT_SUPPORTED: { retry: 'never', meaning: 'this provider cannot mount' },
  FILESYSTEM_NOT_MOUNTABLE: { retry: 'never', meaning: 'this filesystem cannot be mounted' },
  INTERNAL: { retry: 'never', meaning: 'a fault in Caisson: please report it' },
  UNKNOWN: { retry: 'ambiguous', meaning: 'not classified; see cause' },
}
