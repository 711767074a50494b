import type { IncomingMessage } from 'node:http'
import type { Reply } from '../../http/reply.js'
import type { Target } from './target.js'

/** Why the gateway does not pass a request on. */
export interface Refusal {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export function notFound(sandboxId: string): Refusal {
  return { status: 502, body: { sandboxId, message: 'The sandbox was not found', code: 502 } }
}

export function closedPort({ sandboxId, port }: Target): Refusal {
  const message = 'The sandbox is running but port is not open'
  return { status: 502, body: { sandboxId, message, port, code: 502 } }
}

export function missingTrafficToken(sandboxId: string, given: boolean): Refusal {
  const why = given ? 'Provided traffic access token is invalid' : 'Sandbox is secured with traffic access token'
  const message = `${why}: set the header e2b-traffic-access-token`
  return { status: 403, body: { sandboxId, message, code: 403 } }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** People who open a sandbox's address in a browser get a page. */
export function sendRefusal(reply: Reply, request: IncomingMessage, { status, body }: Refusal): void {
  const isBrowser = request.headers['user-agent']?.startsWith('Mozilla/') ?? false
  if (!isBrowser) return reply.send(status, body)
  const page = `<!doctype html><title>${status}</title><p>${escapeHtml(JSON.stringify(body))}</p>`
  reply.send(status, page, { 'Content-Type': 'text/html; charset=utf-8' })
}
