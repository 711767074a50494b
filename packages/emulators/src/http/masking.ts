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
  'content-md5',
  'content-range',
  'content-type',
  'e2b-sandbox-id',
  'e2b-sandbox-port',
  'host',
  'if-match',
  'if-none-match',
  'keepalive-ping-interval',
  'lang',
  'package_version',
  'range',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-acting-user-id',
  'x-amz-content-sha256',
  'x-amz-copy-source',
  'x-amz-copy-source-range',
  'x-amz-date',
  'x-amz-decoded-content-length',
  'x-amz-metadata-directive',
  'x-amz-trailer',
  'x-daytona-sdk-version',
  'x-daytona-source',
  'x-mastra-session-id',
  'x-mastra-thread-id',
])

const secretParameters: ReadonlySet<string> = new Set([
  'access_token',
  'daytona_sandbox_auth_key',
  'nexttoken',
  'signature',
  'token',
  'upload_id',
  'x-amz-credential',
  'x-amz-security-token',
  'x-amz-signature',
  'x-goog-credential',
  'x-goog-signature',
])

/** Parts of paths that are secrets: signed addresses of ports, which anyone may use who knows them. */
const secretParts: readonly RegExp[] = [/(?<=\/signed-preview-url\/)[^/]+/, /(?<=^\/preview\/)k[\da-f]{32}(?=\/)/]

function maskPath(path: string): string {
  return secretParts.reduce((text, pattern) => text.replace(pattern, mask), path)
}

export function maskHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]): [string, string] => {
    return [name, openHeaders.has(name) ? [value ?? ''].flat().join(', ') : mask]
  })
  return Object.fromEntries(shown)
}

/** The path and query as they may be shown: the path as it was sent, with all its steps. */
export function maskAddress(address: string): string {
  const [path = '', ...rest] = address.split('?')
  const query = new URLSearchParams(rest.join('?'))
  for (const name of new Set(query.keys())) if (secretParameters.has(name.toLowerCase())) query.set(name, mask)
  const text = query.toString()
  return text === '' ? maskPath(path) : `${maskPath(path)}?${text}`
}
