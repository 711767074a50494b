import { statusErrorKind, type ObjectErrorKind } from '@caisson/kit/object-store'

/** What the service's own codes mean. */
const codeKinds: Readonly<Record<string, ObjectErrorKind>> = {
  BlobNotFound: 'missing',
  ResourceNotFound: 'missing',
  ContainerNotFound: 'noBucket',
  ContainerBeingDeleted: 'noBucket',
  ContainerDisabled: 'noBucket',
  BlobAlreadyExists: 'exists',
  ConditionNotMet: 'changed',
  TargetConditionNotMet: 'changed',
  SourceConditionNotMet: 'conflict',
  InvalidRange: 'range',
  // Blocks of another upload to the same blob that was faster, or began with names of another length.
  InvalidBlockList: 'conflict',
  InvalidBlobOrBlock: 'conflict',
  PendingCopyOperation: 'conflict',
  // Kept where it cannot be read, or on its way from there.
  BlobArchived: 'unavailable',
  BlobBeingRehydrated: 'unavailable',
  LeaseIdMissing: 'conflict',
  LeaseIdMismatchWithBlobOperation: 'conflict',
  AuthenticationFailed: 'unauthenticated',
  InvalidAuthenticationInfo: 'unauthenticated',
  NoAuthenticationInformation: 'unauthenticated',
  AccountIsDisabled: 'denied',
  PublicAccessNotPermitted: 'denied',
  UnauthorizedBlobOverwrite: 'denied',
  BlobImmutableDueToPolicy: 'denied',
  BlobImmutableDueToLegalHold: 'denied',
  // Says of itself that nothing was done; another 503 may come from anywhere on the way.
  ServerBusy: 'rateLimited',
  OperationTimedOut: 'unavailable',
}

/** Names of errors of the SDK's parts and of the host, which have neither a code of the service nor a status. */
const nameKinds: Readonly<Record<string, ObjectErrorKind>> = {
  AbortError: 'aborted',
  CredentialUnavailableError: 'unauthenticated',
  AggregateAuthenticationError: 'unauthenticated',
  AuthenticationError: 'unauthenticated',
  AuthenticationRequiredError: 'unauthenticated',
}

/** Names an error of the SDK, or of the network below it. */
export function azureErrorKind(error: unknown): ObjectErrorKind {
  if (!(error instanceof Error)) return 'unknown'
  const byName = nameKinds[error.name]
  if (byName !== undefined) return byName
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  const code = errorCode(error)
  if (status === undefined) return code === undefined ? 'unknown' : 'unavailable'
  return (code === undefined ? undefined : codeKinds[code]) ?? statusErrorKind(status)
}

/** The service's code, which an answer without a body has in a header only; otherwise the network's. */
function errorCode(error: Error): string | undefined {
  const details: unknown = 'details' in error ? error.details : undefined
  const inHeader =
    typeof details === 'object' && details !== null && 'errorCode' in details ? details.errorCode : undefined
  const code: unknown = inHeader ?? ('code' in error ? error.code : undefined)
  return typeof code === 'string' ? code : undefined
}
