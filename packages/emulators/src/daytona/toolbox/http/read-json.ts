import type { IncomingMessage } from 'node:http'
import { readBodyText } from '../../../daemon/http/read-body-text.js'
import { ToolboxError } from './toolbox-error.js'

/** Programs are sent as text, so this is more than other daemons take. */
const limitBytes = 64 * 1024 * 1024

function invalid(message: string, cause?: unknown): ToolboxError {
  return new ToolboxError(400, `invalid request body: ${message}`, { code: 'INVALID_REQUEST_BODY', cause })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid('it is not JSON', error)
  }
}

/** Reads a JSON object. Throws `INVALID_REQUEST_BODY`; an empty body is none. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readBodyText(request, limitBytes)
  if (text === undefined) throw invalid(`it is larger than ${limitBytes} bytes`)
  if (text.trim() === '') throw invalid('EOF')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('it is not an object')
  return { ...value }
}
