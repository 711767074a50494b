import type { ErrorFacts } from '@caisson/core/driver'
import { retryAfterMs, statusFacts } from '@caisson/kit/http'

/** What an answer means in the terms that all providers share. */
export function answerFacts(status: number, headers: Headers): ErrorFacts {
  if (status === 410) return { code: 'GONE', retry: 'safe' }
  const known = statusFacts[status]
  if (status === 429) return { ...known, code: 'RATE_LIMITED', retry: 'safe', retryAfterMs: waitOf(headers) }
  if (known) return { ...known, retry: known.retry ?? 'never' }
  if (status >= 400 && status < 500) return { code: 'INVALID_ARGUMENT', retry: 'never' }
  // The request may have had its effect before whoever answered gave up, or failed.
  return { code: 'UNAVAILABLE', retry: 'ambiguous', retryAfterMs: waitOf(headers) }
}

function waitOf(headers: Headers): number | undefined {
  return retryAfterMs(headers.get('retry-after') ?? undefined)
}
