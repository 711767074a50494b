import type { IncomingMessage } from 'node:http'
import type { Failure, FormedFailure } from '../../http/failure-form.js'

/** The word for a status where nothing more is known, such as for an ordered fault. */
const reasons: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'uploadBrokenConnection',
  409: 'conflict',
  412: 'conditionNotMet',
  413: 'uploadTooLarge',
  416: 'requestedRangeNotSatisfiable',
  429: 'rateLimitExceeded',
  500: 'internalError',
  501: 'notImplemented',
  503: 'backendError',
  504: 'gatewayTimeout',
}

/** What serves the content of objects says in plain text what went wrong; all else says it in JSON. */
function isPlain(request: IncomingMessage): boolean {
  return request.method === 'GET' && /[?&]alt=media(&|$)/.test(request.url ?? '')
}

/** An error as this API writes it. */
export function gcsFailureForm({ status, message, code }: Failure, request: IncomingMessage): FormedFailure {
  if (status === 304) return { body: undefined }
  if (isPlain(request)) return { body: message, headers: { 'Content-Type': 'text/html; charset=UTF-8' } }
  const reason = code ?? reasons[status] ?? 'unknown'
  return { body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } } }
}
