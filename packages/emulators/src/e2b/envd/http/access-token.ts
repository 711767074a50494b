import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Compares without telling by its duration how much was right. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

export function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers['x-access-token']
  return Array.isArray(header) ? header[0] : header
}

export function hasAccess(request: IncomingMessage, accessToken: string | undefined): boolean {
  if (accessToken === undefined) return true
  const given = tokenOf(request)
  return given !== undefined && sameSecret(given, accessToken)
}
