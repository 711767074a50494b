import { HttpFailure } from './http-failure.js'

const defaultLimitBytes = 8 * 1024 * 1024

async function readBody(body: AsyncIterable<Uint8Array>, limitBytes: number = defaultLimitBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw new HttpFailure(413, `The request body is larger than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a text of at most 8 MB. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  return (await readBody(body)).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HttpFailure(400, 'Error parsing body: it is not JSON', { cause: error })
  }
}

/** Reads an object; an empty body is an empty one. */
export async function readObject(body: AsyncIterable<Uint8Array>): Promise<Record<string, unknown>> {
  const text = await readText(body)
  const value = text.trim() === '' ? {} : parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpFailure(400, 'Error parsing body: expected a JSON object')
  }
  return { ...value }
}
