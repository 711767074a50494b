import type { IncomingMessage } from 'node:http'
import { HttpFailure } from './http-failure.js'

const defaultLimitBytes = 8 * 1024 * 1024

async function readBody(request: IncomingMessage, limitBytes: number = defaultLimitBytes): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limitBytes) throw new HttpFailure(413, `The request body is larger than ${limitBytes} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HttpFailure(400, 'Error parsing body: it is not JSON', { cause: error })
  }
}

/** Reads an object; an empty body is an empty one. */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request)).toString('utf8')
  const value = text.trim() === '' ? {} : parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpFailure(400, 'Error parsing body: expected a JSON object')
  }
  return { ...value }
}
