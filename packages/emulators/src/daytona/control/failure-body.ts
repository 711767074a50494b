import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { parseAddress } from '../../http/front.js'
import type { Failure, FormedFailure } from '../../http/failure-form.js'

/** How the control plane writes errors; daemons, and the way to them, have a form of their own. */
export function daytonaFailure({ status, message, code }: Failure, request: IncomingMessage): FormedFailure {
  const path = parseAddress(request)?.pathname ?? '/'
  const timestamp = new Date().toISOString()
  const error = STATUS_CODES[status] ?? 'Error'
  return { body: { path, timestamp, statusCode: status, error, message, ...(code === undefined ? {} : { code }) } }
}
