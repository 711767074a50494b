import type { IncomingMessage } from 'node:http'
import { readBodyText } from '../../../daemon/http/read-body-text.js'
import { AgentError } from './agent-error.js'

const limitBytes = 64 * 1024 * 1024

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AgentError(400, 'the body is not JSON', { cause })
  }
}

/** Reads a JSON object, and throws an `AgentError` for anything else. */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const text = await readBodyText(request, limitBytes)
  if (text === undefined) throw new AgentError(413, `the body is larger than ${limitBytes} bytes`)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AgentError(400, 'the body is no JSON object')
  }
  return { ...value }
}
