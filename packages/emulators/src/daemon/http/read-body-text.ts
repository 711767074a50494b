import type { IncomingMessage } from 'node:http'

/** Reads a body; `undefined` for one that is larger. */
export async function readBodyText(request: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limitBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
