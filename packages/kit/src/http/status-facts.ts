import type { ErrorFacts } from '@caisson/core/driver'

/** Facts, with what may help beside the vendor's message. */
export interface HintedFacts extends ErrorFacts {
  readonly hint?: string | undefined
}

/** What statuses of HTTP mean everywhere. Anything below 500 was refused before it had an effect. */
export const statusFacts: Readonly<Record<number, ErrorFacts>> = {
  400: { code: 'INVALID_ARGUMENT' },
  401: { code: 'UNAUTHENTICATED' },
  402: { code: 'QUOTA_EXCEEDED' },
  403: { code: 'PERMISSION_DENIED' },
  404: { code: 'NOT_FOUND' },
  409: { code: 'CONFLICT' },
  413: { code: 'INVALID_ARGUMENT' },
  422: { code: 'INVALID_ARGUMENT' },
  429: { code: 'RATE_LIMITED', retry: 'safe' },
  507: { code: 'QUOTA_EXCEEDED' },
}

/** The facts, whose message is the error's with the hint. */
export function withHint({ hint, ...facts }: HintedFacts, { message }: Error): ErrorFacts {
  return hint === undefined ? facts : { ...facts, message: `${message} (${hint})` }
}
