import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, request as sendRequest } from 'node:http'
import { Daytona, type Sandbox } from '@daytonaio/sdk'
import type { TestToolbox } from './test-toolbox.js'

/** The vendor's client, talking to one daemon through a server that knows just enough of the control plane. */
export interface SdkSandbox {
  readonly sandbox: Sandbox
  /** Where the daemon answers without its socket. */
  readonly toolboxUrl: string
  close(): Promise<void>
}

const id = '11111111-2222-4333-8444-555555555555'
const prefix = `/toolbox/${id}`

function answerControlPlane(request: IncomingMessage, response: ServerResponse, url: string): void {
  const sandbox = {
    id,
    organizationId: id,
    name: 'test',
    user: 'daytona',
    env: {},
    labels: { 'code-toolbox-language': 'python' },
    public: false,
    networkBlockAll: false,
    target: 'us',
    cpu: 1,
    gpu: 0,
    memory: 1,
    disk: 3,
    state: 'started',
    toolboxProxyUrl: `${url}/toolbox`,
  }
  request.resume()
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(sandbox))
}

export async function connectSdk({ socketPath }: TestToolbox): Promise<SdkSandbox> {
  const agent = new Agent({ keepAlive: true })
  let url = ''
  const server = createServer((request, response) => {
    const { method, url: address = '', headers } = request
    if (!address.startsWith(prefix)) return answerControlPlane(request, response, url)
    const options = { socketPath, agent, method, path: address.slice(prefix.length), headers }
    const upstream = sendRequest(options, (answer) => {
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
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const daytona = new Daytona({ apiKey: 'local', apiUrl: `${url}/api`, target: 'us', useDeprecatedPolling: true })
  const sandbox = await daytona.create()
  return {
    sandbox,
    toolboxUrl: `${url}${prefix}`,
    close: async () => {
      await daytona[Symbol.asyncDispose]()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
