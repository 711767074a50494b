import { statusErrorKind, type ObjectErrorKind } from '@caisson/kit/object-store'

/** What the service's own reasons mean, where the status alone says something else. */
const reasonKinds: Readonly<Record<string, ObjectErrorKind>> = {
  rateLimitExceeded: 'rateLimited',
  userRateLimitExceeded: 'rateLimited',
  quotaExceeded: 'rateLimited',
  // The answers of the server that gives tokens.
  invalid_grant: 'unauthenticated',
  invalid_client: 'unauthenticated',
  unauthorized_client: 'unauthenticated',
}

/** Codes and names of errors that never came from a server. */
const localKinds: Readonly<Record<string, ObjectErrorKind>> = {
  AbortError: 'aborted',
  ABORT_ERR: 'aborted',
  // A private key that is none.
  ERR_OSSL_UNSUPPORTED: 'unauthenticated',
}

/** Names an error of the SDK, or of the network below it. */
export function gcsErrorKind(error: unknown): ObjectErrorKind {
  if (!(error instanceof Error)) return 'unknown'
  const status = statusOf(error)
  if (status !== undefined) {
    const byReason = reasonsOf(error).map((reason) => reasonKinds[reason])
    const known = byReason.find((kind) => kind !== undefined)
    return known ?? statusErrorKind(status)
  }
  return localKind(error) ?? (error.cause instanceof Error ? localKind(error.cause) : undefined) ?? 'unknown'
}

/** The client of the network wraps what went wrong below it, with or without the code of that. */
function localKind(error: Error): ObjectErrorKind | undefined {
  const code = memberOf(error, 'code')
  const byName = localKinds[error.name]
  if (byName !== undefined || typeof code !== 'string') return byName
  return localKinds[code] ?? 'unavailable'
}

/** The status of an answer: the SDK's errors call it a code, those of its HTTP client a status. Other errors have codes below 100. */
function statusOf(error: Error): number | undefined {
  return [memberOf(error, 'status'), memberOf(error, 'code')].find(isStatus)
}

/** The reasons of an answer in either form: `errors` of the service, `error` of the server that gives tokens. */
function reasonsOf(error: Error): readonly string[] {
  const data = memberOf(memberOf(error, 'response'), 'data')
  const detail = memberOf(data, 'error')
  const list = memberOf(error, 'errors') ?? memberOf(detail, 'errors')
  const reasons = Array.isArray(list) ? list.map((entry: unknown) => memberOf(entry, 'reason')) : []
  return [detail, ...reasons].filter((reason) => typeof reason === 'string')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 100
}
