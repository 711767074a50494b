import type { ErrorFacts } from '@caisson/core/driver'
import { rpcStatus, statusOf } from './error-status.js'
import { isHarmless } from './harmless-errors.js'
import type { E2BSdk } from './sdk.js'

/** Classes of the SDK's errors, by the names under which it exports them. */
type ErrorClassName = {
  [Name in keyof E2BSdk]: E2BSdk[Name] extends new (...args: never[]) => Error ? Name : never
}[keyof E2BSdk]

/** Facts, with what may help beside the vendor's message. */
interface HintedFacts extends ErrorFacts {
  readonly hint?: string
}

const credentialsHint =
  'the credentials are the options apiKey or accessToken, or the variables E2B_API_KEY or E2B_ACCESS_TOKEN'

/**
 * What the SDK's classes mean, most derived first.
 *
 * Two of them only look like an answer about the machine. At the start of a stream every status that says "not available"
 * (429, 502, 503, 504) becomes `SandboxNotFoundError`; such a status comes from the edge in front of the machine, which had
 * not handed the request on, so that no process exists. In all other calls the same statuses, but also a stream that was cut
 * while the machine was killed or paused, become `TimeoutError`: what was asked for may have happened.
 */
const classFacts: readonly (readonly [ErrorClassName, HintedFacts])[] = [
  ['SandboxNotFoundError', { code: 'GONE', retry: 'safe' }],
  ['FileNotFoundError', { code: 'NOT_FOUND' }],
  ['NotFoundError', { code: 'NOT_FOUND' }],
  ['TimeoutError', { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }],
  ['InvalidArgumentError', { code: 'INVALID_ARGUMENT' }],
  ['NotEnoughSpaceError', { code: 'QUOTA_EXCEEDED' }],
  ['RateLimitError', { code: 'RATE_LIMITED', retry: 'safe' }],
  ['TemplateError', { code: 'INVALID_ARGUMENT' }],
  ['AuthenticationError', { code: 'UNAUTHENTICATED', hint: credentialsHint }],
  ['ServiceBusyError', { code: 'UNAVAILABLE', retry: 'ambiguous' }],
  ['BuildError', { code: 'EXECUTION_FAILED', retry: 'never' }],
]

/** What statuses mean. Anything of HTTP below 500 was refused before it had an effect. */
const statusFacts: Readonly<Record<number, HintedFacts>> = {
  [rpcStatus.permissionDenied]: { code: 'PERMISSION_DENIED' },
  400: { code: 'INVALID_ARGUMENT' },
  401: { code: 'UNAUTHENTICATED', hint: credentialsHint },
  402: { code: 'QUOTA_EXCEEDED' },
  403: { code: 'PERMISSION_DENIED', hint: credentialsHint },
  // A machine that is not found has a class of its own.
  404: { code: 'NOT_FOUND', hint: 'see the option template' },
  409: { code: 'CONFLICT' },
  413: { code: 'INVALID_ARGUMENT' },
  422: { code: 'INVALID_ARGUMENT' },
  429: { code: 'RATE_LIMITED', retry: 'safe' },
  507: { code: 'QUOTA_EXCEEDED' },
}

/** Codes of the host's network after which nothing was sent. Of any other it is not known. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
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

/** Names an error of the SDK or of the network below it. */
export function e2bErrorFacts(error: unknown, sdk: E2BSdk | undefined): ErrorFacts {
  if (!(error instanceof Error)) return { code: 'UNKNOWN' }
  const facts = namedFacts(error, sdk)
  return facts.retry === 'ambiguous' && isHarmless(error) ? { ...facts, retry: 'safe' } : facts
}

function namedFacts(error: Error, sdk: E2BSdk | undefined): ErrorFacts {
  if (sdk) {
    const row = classFacts.find(([name]) => error instanceof sdk[name])
    if (row) return withHint(row[1], error)
    // Everything else that its daemon or the way to it answered; the machine may have been killed meanwhile.
    if (error instanceof sdk.SandboxError) {
      const known = statusFacts[statusOf(error) ?? 0]
      if (known) return withHint(known, error)
      return { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: error.statusCode === undefined }
    }
  }
  const code = networkCode(error)
  if (code !== undefined) return { code: 'UNAVAILABLE', retry: unsentCodes.has(code) ? 'safe' : 'ambiguous' }
  return hostErrorFacts[error.name] ?? { code: 'UNKNOWN' }
}

function withHint({ hint, ...facts }: HintedFacts, { message }: Error): ErrorFacts {
  return hint === undefined ? facts : { ...facts, message: `${message} (${hint})` }
}

/** The code of the network's failure below the error of `fetch`. */
function networkCode(error: Error): string | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 4 && cause instanceof Error; depth += 1) {
    const code: unknown = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string') return code
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  }
  return undefined
}
