import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Daytona, type Sandbox } from '@daytonaio/sdk'

/** What the server saw. */
export interface DesktopRequest {
  readonly path: string
  readonly body: unknown
}

/** An answer of the server: a body, or a status with one. */
export type DesktopAnswer = object | { readonly status: number; readonly body: object }

/**
 * A machine with a desktop, as far as the stock SDK sees it: no emulator has one. It answers what it is told to, and keeps
 * what it was asked.
 */
export class DesktopServer {
  readonly requests: DesktopRequest[] = []
  readonly answers: Record<string, DesktopAnswer> = {
    'POST /computeruse/start': { message: 'started', status: {} },
  }
  readonly #server: Server
  readonly #clients: Daytona[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<DesktopServer> {
    const server = createServer()
    const desktop = new DesktopServer(server)
    server.on('request', (request, response) => void desktop.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return desktop
  }

  /** The SDK's object for the machine. */
  async connect(): Promise<Sandbox> {
    const client = new Daytona({ apiKey: 'any', apiUrl: `${this.#url}/api`, target: 'us', useDeprecatedPolling: true })
    this.#clients.push(client)
    return client.get('m-1')
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()))
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get #url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece as Uint8Array)
    const text = Buffer.concat(pieces).toString()
    const path = `${request.method} ${request.url?.replace('/toolbox/m-1', '').replace(/\?.*/, '')}`
    if (path === 'GET /api/sandbox/m-1') {
      send(response, 200, { ...machine, toolboxProxyUrl: `${this.#url}/toolbox` })
      return
    }
    this.requests.push({ path, body: text.startsWith('{') ? JSON.parse(text) : undefined })
    const answer = this.answers[path]
    if (answer === undefined) send(response, 404, { message: `nothing at ${path}` })
    else if ('status' in answer && 'body' in answer) send(response, answer.status, answer.body)
    else send(response, 200, answer)
  }
}

const machine = { id: 'm-1', name: 'm', state: 'started', labels: { 'code-toolbox-language': 'python' }, env: {} }

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
