import type { ErrorFacts } from '@caisson/core/driver'
import { isHarmless, networkFacts, statusFacts, withHint, type HintedFacts } from '@caisson/kit/http'
import { rpcStatus, statusOf } from './error-status.js'
import type { E2BSdk } from './sdk.js'

/** Classes of the SDK's errors, by the names under which it exports them. */
type ErrorClassName = {
  [Name in keyof E2BSdk]: E2BSdk[Name] extends new (...args: never[]) => Error ? Name : never
}[keyof E2BSdk]

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

/** What only this vendor's statuses mean, and what may help. */
const ownStatusFacts: Readonly<Record<number, HintedFacts>> = {
  ...statusFacts,
  [rpcStatus.permissionDenied]: { code: 'PERMISSION_DENIED' },
  401: { code: 'UNAUTHENTICATED', hint: credentialsHint },
  403: { code: 'PERMISSION_DENIED', hint: credentialsHint },
  // A machine that is not found has a class of its own.
  404: { code: 'NOT_FOUND', hint: 'see the option template' },
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
      const known = ownStatusFacts[statusOf(error) ?? 0]
      if (known) return withHint(known, error)
      return { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: error.statusCode === undefined }
    }
  }
  return networkFacts(error) ?? { code: 'UNKNOWN' }
}
