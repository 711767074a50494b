import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { Daytona, type Sandbox } from '@daytonaio/sdk'

const sandboxId = 'sandbox-of-the-test'
const prefix = `/toolbox/${sandboxId}`

/** What the client asks the control plane before it talks to the toolbox. */
function describeSandbox(url: string): Record<string, unknown> {
  const names = { id: sandboxId, organizationId: 'o', name: 'test', user: 'daytona', target: 'us' }
  const rest = { env: {}, labels: { 'code-toolbox-language': 'python' }, public: false, networkBlockAll: false }
  return { ...names, ...rest, cpu: 1, gpu: 0, memory: 1, disk: 3, state: 'started', toolboxProxyUrl: `${url}/toolbox` }
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const path = (request.url ?? '/').slice(prefix.length)
  const { method, headers } = request
  const onward = sendRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function tunnel(request: IncomingMessage, socket: Socket, head: Buffer, port: number): void {
  const onward = connect(port, '127.0.0.1')
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  const lines = [`${request.method} ${(request.url ?? '/').slice(prefix.length)} HTTP/1.1`]
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
  }
  onward.write(`${lines.join('\r\n')}\r\n\r\n`)
  onward.write(head)
  socket.pipe(onward)
  onward.pipe(socket)
}

/** As much of the vendor's cloud as its client needs to reach one toolbox. */
export interface StubGateway {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly sandbox: Sandbox
  stop(): Promise<void>
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Lets the vendor's client talk to a toolbox daemon. */
export async function startStubGateway(toolboxUrl: string): Promise<StubGateway> {
  const port = Number(new URL(toolboxUrl).port)
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    if (request.url?.startsWith(prefix)) {
      forward(request, response, port)
      return
    }
    response.setHeader('Content-Type', 'application/json')
    // Older clients ask for the toolbox's address by itself.
    const isAddress = request.url?.endsWith('/toolbox-proxy-url') === true
    response.end(JSON.stringify(isAddress ? { url: `${url}/toolbox` } : describeSandbox(url)))
  })
  server.on('connection', (socket) => sockets.add(socket).size)
  server.on('upgrade', (request, socket, head) => tunnel(request, socket as Socket, head, port))
  const url = await listen(server)
  const daytona = new Daytona({ apiKey: 'k', apiUrl: `${url}/api`, target: 'us', useDeprecatedPolling: true })
  const sandbox = await daytona.get(sandboxId)
  const stop = async (): Promise<void> => {
    await daytona[Symbol.asyncDispose]()
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { url, sandbox, stop }
}
