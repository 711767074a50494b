import { ObjectStoreError, statusErrorKind, type ObjectErrorKind } from '@caisson/kit/object-store'
import { failureFacts } from './failure-facts.js'

/** By the code of S3 or the class of the SDK. */
const byName = {
  NoSuchKey: 'missing',
  NotFound: 'missing',
  NoSuchBucket: 'noBucket',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  AccountProblem: 'denied',
  InvalidAccessKeyId: 'unauthenticated',
  SignatureDoesNotMatch: 'unauthenticated',
  InvalidToken: 'unauthenticated',
  ExpiredToken: 'unauthenticated',
  ExpiredTokenException: 'unauthenticated',
  TokenRefreshRequired: 'unauthenticated',
  RequestTimeTooSkewed: 'unauthenticated',
  CredentialsProviderError: 'unauthenticated',
  PreconditionFailed: 'changed',
  NotModified: 'changed',
  ConditionalRequestConflict: 'conflict',
  OperationAborted: 'conflict',
  InvalidRange: 'range',
  InvalidObjectState: 'invalid',
  SlowDown: 'rateLimited',
  SlowDownRead: 'rateLimited',
  SlowDownWrite: 'rateLimited',
  TooManyRequests: 'rateLimited',
  RequestLimitExceeded: 'rateLimited',
  RequestTimeout: 'unavailable',
  InternalError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  TimeoutError: 'unavailable',
  AbortError: 'aborted',
} satisfies Readonly<Record<string, ObjectErrorKind>>

/** What an error means whose circumstances are not known. */
export function errorKind(error: unknown): ObjectErrorKind {
  if (ObjectStoreError.isInstance(error)) return error.kind
  const { name, status, code } = failureFacts(error)
  if (Object.hasOwn(byName, name)) return byName[name as keyof typeof byName]
  // Answers to HEAD have no code.
  if (status !== undefined && status >= 400) return statusErrorKind(status)
  // Errors of the operating system on the way; everything else did not come from the store at all.
  return code === undefined ? 'unknown' : 'unavailable'
}
