import { ObjectStoreError, type ObjectErrorKind } from '@caisson/kit/object-store'
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

/** Where there is no code, as in answers to HEAD. */
const byStatus = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'denied',
  404: 'missing',
  405: 'denied',
  409: 'conflict',
  412: 'changed',
  416: 'range',
  429: 'rateLimited',
} satisfies Readonly<Record<number, ObjectErrorKind>>

/** What an error means whose circumstances are not known. */
export function errorKind(error: unknown): ObjectErrorKind {
  if (ObjectStoreError.isInstance(error)) return error.kind
  const { name, status, code } = failureFacts(error)
  if (Object.hasOwn(byName, name)) return byName[name as keyof typeof byName]
  if (status !== undefined && status >= 500) return 'unavailable'
  if (status !== undefined && status >= 400)
    return Object.hasOwn(byStatus, status) ? byStatus[status as 400] : 'invalid'
  // Errors of the operating system on the way; everything else did not come from the store at all.
  return code === undefined ? 'unknown' : 'unavailable'
}
