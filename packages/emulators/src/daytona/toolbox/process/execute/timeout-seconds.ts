import { optionalCount } from '../../http/body-fields.js'
import { ToolboxError } from '../../http/toolbox-error.js'

const largest = 2 ** 32 - 1

/** The limit of a request in whole seconds; 0 is none. */
export function timeoutSeconds(body: Readonly<Record<string, unknown>>): number {
  const seconds = optionalCount(body, 'timeout') ?? 0
  if (seconds > largest) {
    throw new ToolboxError(400, 'invalid request body: timeout is too large', { code: 'INVALID_REQUEST_BODY' })
  }
  return seconds
}
