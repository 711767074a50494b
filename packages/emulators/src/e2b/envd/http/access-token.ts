import type { IncomingMessage } from 'node:http'
import { sameSecret } from '../../../daemon/same-secret.js'

export function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers['x-access-token']
  return Array.isArray(header) ? header[0] : header
}

export function hasAccess(request: IncomingMessage, accessToken: string | undefined): boolean {
  if (accessToken === undefined) return true
  const given = tokenOf(request)
  return given !== undefined && sameSecret(given, accessToken)
}
