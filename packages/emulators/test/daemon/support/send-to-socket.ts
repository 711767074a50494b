import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { request as sendRequest } from 'node:http'

export interface WireRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
  /** The body as JSON. */
  readonly json: unknown
}

/** A text as JSON; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request as it is, without a library that would correct it. */
export function sendToSocket(socketPath: string, request: WireRequest): Promise<WireAnswer> {
  const { method = 'GET', path, headers = {}, body } = request
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, body: bytes, text, json: parseJson(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
