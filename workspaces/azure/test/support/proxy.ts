import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one request on its way. */
type Fault =
  /** The service gets it, its answer gets lost. */
  | { readonly kind: 'lose' }
  /** It is answered so, and goes no further. */
  | { readonly kind: 'answer'; readonly status: number; readonly code?: string }
  /** It goes no further and is not answered. */
  | { readonly kind: 'stall' }
  /** Some headers of its answer say something else. */
  | { readonly kind: 'rewrite'; readonly headers: Readonly<Record<string, string>> }
  /** The connection ends after so many bytes of the answer. */
  | { readonly kind: 'cut'; readonly afterBytes: number }

/** A way to a service on which requests are counted and lost. */
export interface Proxy {
  readonly url: string
  /** Methods and paths of all requests so far, without the account and the query. */
  readonly seen: readonly string[]
  /** Meets the next requests with this method. */
  next(method: string, fault: Fault, times?: number): void
  clear(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a service; signatures hold, since they are not about the host. */
export async function startProxy(target: string): Promise<Proxy> {
  const seen: string[] = []
  let faults: { method: string; fault: Fault; left: number }[] = []
  const take = (method: string | undefined): Fault | undefined => {
    const found = faults.find((entry) => entry.method === method && entry.left > 0)
    if (found) found.left -= 1
    return found?.fault
  }
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${(request.url ?? '').replace(/^\/[^/]+/, '').replace(/\?.*$/, '')}`)
    handle(target, request, response, take(request.method))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next: (method, fault, times = 1) => void faults.push({ method, fault, left: times }),
    clear: () => {
      faults = []
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function handle(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  if (fault?.kind === 'stall') return
  if (fault?.kind === 'answer') {
    request.resume()
    const headers = fault.code === undefined ? {} : { 'x-ms-error-code': fault.code }
    request.once('end', () => response.writeHead(fault.status, headers).end())
    return
  }
  const { method, headers } = request
  // A connection that was left in the middle of a request must not serve the next one, on neither side.
  const onward = send(`${target}${request.url ?? ''}`, { method, headers, agent: false }, (answer) => {
    if (fault?.kind === 'lose') {
      response.destroy()
      answer.resume()
      return
    }
    const changed = fault?.kind === 'rewrite' ? fault.headers : {}
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...changed, connection: 'close' })
    if (fault?.kind === 'cut') cutAfter(fault.afterBytes, answer, response)
    else answer.pipe(response)
  })
  onward.once('error', () => response.destroy())
  request.pipe(onward)
}

function cutAfter(bytes: number, answer: IncomingMessage, response: ServerResponse): void {
  let left = bytes
  answer.on('data', (data: Buffer) => {
    const piece = data.subarray(0, Math.max(left, 0))
    left -= data.length
    response.write(piece, () => {
      if (left <= 0) response.destroy()
    })
  })
}
