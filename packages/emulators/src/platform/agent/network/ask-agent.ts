import { request } from 'node:http'

export interface AgentQuestion {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export interface AgentAnswer {
  readonly status: number
  readonly text: string
}

/** For the control plane's own requests to an agent. Rejects with the system's error where nobody listens. */
export function askAgent(socketPath: string, { method, path, body, signal }: AgentQuestion): Promise<AgentAnswer> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = {
      Host: 'localhost',
      ...(content ? { 'Content-Type': 'application/json', 'Content-Length': content.length } : {}),
    }
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
