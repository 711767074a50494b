import { SandboxProviderError } from '@caisson/core/workspace'

/** How a creation was refused. */
export interface RefusedCreation {
  readonly provider: string
  /** What the provider asked to wait; `undefined` when it did not say. */
  readonly retryAfterMs?: number | undefined
  readonly cause: Error
}

/**
 * A creation that is refused because of a limit that will not be over in time: too many machines run at once, for which no
 * wait is told, or the wait is longer than the start may take.
 */
export function limitError({ provider, retryAfterMs, cause }: RefusedCreation): Error {
  const message = `${provider}: creating a machine was refused: too many run at once, or the wait for the rate limit is longer than startTimeoutMs allows`
  return new SandboxProviderError(message, 'QUOTA_EXCEEDED', undefined, {
    retry: 'safe',
    retryAfterMs,
    provider,
    cause,
  })
}
