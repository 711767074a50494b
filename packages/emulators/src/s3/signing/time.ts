import { s3Failure } from '../errors/s3-failure.js'
import type { Authorization } from './authorization.js'

const mostSkewMs = 15 * 60 * 1000

function show(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z')
}

function checkAddress(timeMs: number, expiresMs: number, nowMs: number): void {
  if (timeMs - nowMs > mostSkewMs) throw s3Failure('AccessDenied', { message: 'Request is not yet valid' })
  const endMs = timeMs + expiresMs
  if (nowMs <= endMs) return
  const details = { 'X-Amz-Expires': String(expiresMs / 1000), Expires: show(endMs), ServerTime: show(nowMs) }
  throw s3Failure('AccessDenied', { message: 'Request has expired', details })
}

/** A signature is valid only around its time, that of an address until its end. */
export function checkTime({ time, timeMs, expiresMs, scope }: Authorization, nowMs: number): void {
  if (time.slice(0, 8) !== scope.date) {
    const message = `The authorization header is malformed; Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date: "${time.slice(0, 8)}".`
    throw s3Failure('AuthorizationHeaderMalformed', { message })
  }
  if (expiresMs !== undefined) return checkAddress(timeMs, expiresMs, nowMs)
  if (Math.abs(nowMs - timeMs) <= mostSkewMs) return
  const details = {
    RequestTime: time,
    ServerTime: show(nowMs),
    MaxAllowedSkewMilliseconds: String(mostSkewMs),
  }
  throw s3Failure('RequestTimeTooSkewed', { details })
}
