import type { ErrorFacts } from '@caisson/core/driver'

/** Codes of the host's network after which nothing was sent. Of any other it is not known. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Names of errors that the host's own clocks and signals make. */
const hostErrorFacts: Readonly<Record<string, ErrorFacts>> = {
  TimeoutError: { code: 'TIMEOUT', retry: 'ambiguous' },
  AbortError: { code: 'ABORTED', retry: 'ambiguous' },
}

/** What an error of the host's network, clocks or signals means; `undefined` for any other. */
export function networkFacts(error: Error): ErrorFacts | undefined {
  const code = networkCode(error)
  if (code !== undefined) return { code: 'UNAVAILABLE', retry: isUnsent(code) ? 'safe' : 'ambiguous' }
  return hostErrorFacts[error.name]
}

/** Whether a failure with this code of the network came before anything was sent. */
export function isUnsent(code: unknown): boolean {
  return unsentCodes.has(code)
}

/** The code of the network's failure, which clients wrap into errors of their own. */
export function networkCode(error: unknown): string | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 4 && cause instanceof Error; depth += 1) {
    const code: unknown = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string') return code
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  }
  return undefined
}
