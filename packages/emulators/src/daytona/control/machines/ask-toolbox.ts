import { request } from 'node:http'
import { HttpFailure } from '../../../http/http-failure.js'
import type { ToolboxAddress } from './machine-launcher.js'

interface ToolboxQuestion {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

interface ToolboxAnswer {
  readonly status: number
  readonly text: string
}

function send(address: ToolboxAddress, { method, path, body, signal }: ToolboxQuestion): Promise<ToolboxAnswer> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = {
      Host: 'localhost',
      ...(content ? { 'Content-Type': 'application/json', 'Content-Length': content.length } : {}),
    }
    const { socketPath } = address
    const outgoing = request({ socketPath, method, path, headers, ...(signal ? { signal } : {}) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
    })
    outgoing.on('error', reject)
    outgoing.end(content)
  })
}

/** For the control plane's own calls to a daemon. Throws a 500 where the daemon refuses. */
export async function askToolbox(address: ToolboxAddress, question: ToolboxQuestion): Promise<unknown> {
  const { status, text } = await send(address, question)
  if (status < 300) return text === '' ? undefined : (JSON.parse(text) as unknown)
  throw new HttpFailure(500, `${question.method} ${question.path}: the daemon answered ${status}: ${text}`)
}
