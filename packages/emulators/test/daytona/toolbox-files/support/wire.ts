import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { request as sendRequest } from 'node:http'
import type { TestToolbox } from './test-toolbox.js'

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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request as it is, without a library that would correct it. */
export function send({ socketPath }: TestToolbox, request: WireRequest): Promise<WireAnswer> {
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
        resolve({ status, headers: answered, body: bytes, text, json: parse(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function postJson(toolbox: TestToolbox, path: string, value: unknown, method = 'POST'): Promise<WireAnswer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return send(toolbox, { method, path, headers: { 'Content-Type': 'application/json' }, body })
}

const boundary = 'test-boundary'

/** Sends a form whose parts are given as they are: head and content. */
export function postForm(
  toolbox: TestToolbox,
  path: string,
  parts: readonly (readonly [head: string, content: string | Buffer])[],
): Promise<WireAnswer> {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return send(toolbox, {
    method: 'POST',
    path,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
  })
}

export function partHead(name: string, filename?: string): string {
  return `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
}
