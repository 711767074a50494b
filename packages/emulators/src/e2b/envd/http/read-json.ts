import type { IncomingMessage } from 'node:http'
import { readBodyText } from '../../../daemon/http/read-body-text.js'
import { EnvdError } from '../envd-error.js'

const limitBytes = 1024 * 1024

/** Reads a JSON object; an empty body is an empty one. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readBodyText(request, limitBytes)
  if (text === undefined) throw new EnvdError('invalidArgument', `the body is larger than ${limitBytes} bytes`)
  const value: unknown = text.trim() === '' ? {} : parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EnvdError('invalidArgument', 'the body is not a JSON object')
  }
  return { ...value }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EnvdError('invalidArgument', 'the body is not JSON', { cause: error })
  }
}
