import { currentTimeMs } from '@caisson/core/driver'

/** The wait that a `Retry-After` header asks for, in milliseconds: it holds seconds or a date. */
export function retryAfterMs(header: unknown): number | undefined {
  if (typeof header === 'number') return retryAfterMs(String(header))
  if (typeof header !== 'string' || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : Math.ceil(seconds * 1000)
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - currentTimeMs())
}
