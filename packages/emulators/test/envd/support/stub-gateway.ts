import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, request as sendRequest } from 'node:http'
import { Sandbox } from 'e2b'
import type { TestEnvd } from './test-envd.js'

/** The vendor's client, talking to one daemon through a server that knows just enough of the control plane. */
export interface SdkSandbox {
  readonly sandbox: Sandbox
  close(): Promise<void>
}

const sandboxId = 'itestsandbox00000000'

function answerControlPlane(request: IncomingMessage, response: ServerResponse, accessToken: string): void {
  const isCreation = request.method === 'POST'
  const body = isCreation
    ? { sandboxID: sandboxId, templateID: 'base', clientID: 'c', envdVersion: '0.6.13', envdAccessToken: accessToken }
    : undefined
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  request.resume()
  response.writeHead(isCreation ? 201 : 204, isCreation ? headers : {})
  response.end(text)
}

export async function connectSdk({ socketPath, accessToken }: TestEnvd): Promise<SdkSandbox> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => {
    if (request.headers['e2b-sandbox-id'] === undefined) return answerControlPlane(request, response, accessToken)
    const { method, url: path, headers } = request
    const upstream = sendRequest({ socketPath, agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const sandbox = await Sandbox.create({ apiKey: 'local', apiUrl: url, sandboxUrl: url })
  return {
    sandbox,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
