import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, request as sendRequest } from 'node:http'

/** A server that knows just enough of a vendor's cloud for its client to reach one daemon. */
export interface StandInCloud {
  readonly url: string
  close(): Promise<void>
}

export interface StandInCloudParts {
  readonly socketPath: string
  /** The path of a request that is the daemon's, as the daemon knows it; `undefined` for the control plane's. */
  innerPath(request: IncomingMessage): string | undefined
  answerControlPlane(request: IncomingMessage, response: ServerResponse, url: string): void
}

export async function startStandInCloud(parts: StandInCloudParts): Promise<StandInCloud> {
  const agent = new Agent({ keepAlive: true })
  let url = ''
  const server = createServer((request, response) => {
    const path = parts.innerPath(request)
    if (path === undefined) {
      request.resume()
      return parts.answerControlPlane(request, response, url)
    }
    const { method, headers } = request
    const upstream = sendRequest({ socketPath: parts.socketPath, agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
