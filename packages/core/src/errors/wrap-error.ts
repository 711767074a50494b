import { SandboxError, type SandboxErrorOptions } from './base-error.js'
import type { RetryFact, SandboxErrorCode } from './codes.js'
import { isOwnError } from './is-own-error.js'
import { SandboxAbortError, SandboxGoneError, SandboxProviderError, type ProviderErrorCode } from './sandbox-errors.js'

/** What a driver said about a raw error, with the place where it happened. */
export interface WrapContext {
  readonly code: SandboxErrorCode
  readonly retry?: RetryFact | undefined
  readonly retryAfterMs?: number | undefined
  readonly message?: string | undefined
  /** See `ErrorFacts`. */
  readonly isPublic?: boolean | undefined
  readonly operation: string
  readonly provider: string
}

type Maker = (message: string, options: SandboxErrorOptions) => SandboxError

const provider =
  (code: ProviderErrorCode): Maker =>
  (message, options) =>
    new SandboxProviderError(message, code, undefined, options)

/** Codes whose errors have a class of their own; every other one becomes a plain `SandboxError`. */
const makers: Partial<Record<SandboxErrorCode, Maker>> = {
  GONE: (message, options) => new SandboxGoneError(message, undefined, options),
  ABORTED: (_message, options) => new SandboxAbortError(options.operation, options.cause, options),
  UNAUTHENTICATED: provider('UNAUTHENTICATED'),
  PERMISSION_DENIED: provider('PERMISSION_DENIED'),
  QUOTA_EXCEEDED: provider('QUOTA_EXCEEDED'),
  RATE_LIMITED: provider('RATE_LIMITED'),
  UNAVAILABLE: provider('UNAVAILABLE'),
  INVALID_ARGUMENT: provider('INVALID_ARGUMENT'),
  NOT_FOUND: provider('NOT_FOUND'),
  CONFLICT: provider('CONFLICT'),
  UNKNOWN: provider('UNKNOWN'),
}

/** The single place where a driver's error becomes ours. Errors that are ours or the provider's public ones pass unchanged. */
export function wrapError(error: unknown, context: WrapContext): Error {
  if (isOwnError(error) || (context.isPublic === true && error instanceof Error)) return error
  const text = context.message ?? (error instanceof Error ? error.message : String(error))
  const options: SandboxErrorOptions = {
    cause: error,
    retry: context.retry,
    retryAfterMs: context.retryAfterMs,
    operation: context.operation,
    provider: context.provider,
  }
  const message = `${context.provider}: ${context.operation} failed: ${text}`
  const make = makers[context.code]
  return make ? make(message, options) : new SandboxError(message, context.code, undefined, options)
}
