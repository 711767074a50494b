import type { Failure, FormedFailure } from '../../http/failure-form.js'

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'payload_too_large',
  429: 'rate_limit_error',
  501: 'not_implemented',
}

/** The envelope of errors. */
export function platformError(status: number, message: string, type?: string): { error: Record<string, string> } {
  const byStatus = types[status] ?? (status < 500 ? 'invalid_request' : 'internal_error')
  return { error: { message, type: type ?? byStatus } }
}

/** How the platform writes errors. */
export function platformFailure({ status, message, code }: Failure): FormedFailure {
  return { body: platformError(status, message, code) }
}
