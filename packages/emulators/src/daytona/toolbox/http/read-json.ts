import type { IncomingMessage } from 'node:http'
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
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limitBytes) throw invalid(`it is larger than ${limitBytes} bytes`)
    chunks.push(bytes)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') throw invalid('EOF')
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('it is not an object')
  return { ...value }
}
