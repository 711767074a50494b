import type { FaultOptions } from '../../../http/fault.js'

const perMinute = 100

/** An answer as the vendor gives to clients that ask too often. */
export function rateLimitEffect({
  retryAfterSeconds = 1,
  times = 1,
}: {
  readonly retryAfterSeconds?: number | undefined
  readonly times?: number | undefined
}): FaultOptions {
  const limits = { Limit: perMinute, Remaining: 0, Reset: retryAfterSeconds }
  const headers = Object.entries(limits).map(([name, value]) => [`X-RateLimit-${name}-authenticated`, String(value)])
  return {
    status: 429,
    body: { statusCode: 429, error: 'Too Many Requests', message: 'ThrottlerException: Too Many Requests' },
    headers: { 'Retry-After': String(retryAfterSeconds), ...Object.fromEntries(headers) },
    times,
  }
}
