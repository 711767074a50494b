import type { ObjectErrorKind } from './object-store-driver.js'

/** What all stores mean by a status, where they do not say more. */
const kinds: Readonly<Record<number, ObjectErrorKind>> = {
  304: 'changed',
  401: 'unauthenticated',
  403: 'denied',
  404: 'missing',
  405: 'denied',
  409: 'conflict',
  412: 'changed',
  416: 'range',
  429: 'rateLimited',
}

/** What an answer with this HTTP status means, for a driver's `classifyError`. A status that is no failure is `unknown`. */
export function statusErrorKind(status: number): ObjectErrorKind {
  const known = kinds[status]
  if (known !== undefined) return known
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'invalid' : 'unknown'
}
