import type { IncomingHttpHeaders } from 'node:http'

const mask = '***'

/** Headers whose values say how a request was sent and never hold a secret. All others are masked. */
const openHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connect-protocol-version',
  'connect-timeout-ms',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'e2b-sandbox-id',
  'e2b-sandbox-port',
  'host',
  'keepalive-ping-interval',
  'lang',
  'package_version',
  'range',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const secretParameters: readonly string[] = ['signature', 'token', 'nextToken', 'access_token']

export function maskHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]): [string, string] => {
    return [name, openHeaders.has(name) ? [value ?? ''].flat().join(', ') : mask]
  })
  return Object.fromEntries(shown)
}

/** The path and query as they may be shown. */
export function maskAddress(url: URL): string {
  const query = new URLSearchParams(url.search)
  for (const name of secretParameters) if (query.has(name)) query.set(name, mask)
  const text = query.toString()
  return text === '' ? url.pathname : `${url.pathname}?${text}`
}
