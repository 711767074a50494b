import { readText } from '../../http/read-body.js'
import { failure } from './failures.js'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw failure(400, 'parseError', 'Parse Error', { cause: error })
  }
}

/** Reads the JSON object of a body. No body is an empty one, and so is `null`, which Go clients send where they have nothing to say. Throws 400. */
export async function readResource(body: AsyncIterable<Uint8Array>): Promise<Record<string, unknown>> {
  const text = await readText(body)
  const value = text.trim() === '' ? {} : (parse(text) ?? {})
  if (typeof value !== 'object' || Array.isArray(value)) throw failure(400, 'parseError', 'Expected a JSON object')
  return { ...value }
}
