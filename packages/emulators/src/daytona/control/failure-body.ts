import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { parseAddress } from '../../http/front.js'
import type { Failure, FormedFailure } from '../../http/failure-form.js'

/** How the control plane and the toolbox write errors, each in its own way. */
export function daytonaFailure({ status, message, code }: Failure, request: IncomingMessage): FormedFailure {
  const path = parseAddress(request)?.pathname ?? '/'
  const timestamp = new Date().toISOString()
  const error = STATUS_CODES[status] ?? 'Error'
  return { body: { path, timestamp, statusCode: status, error, message, ...(code === undefined ? {} : { code }) } }
}
