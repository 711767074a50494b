import { EnvdError } from '../envd-error.js'

/** How a file's bytes are sent. */
export type ContentEncoding = 'identity' | 'gzip'

function weights(header: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    if (name === '') continue
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined)
    found.set(name.trim(), quality === undefined ? 1 : Number(quality))
  }
  return found
}

/**
 * Chooses by `Accept-Encoding`. A client that offers gzip among others only says what its library can unpack, and gets
 * the bytes as they are, which costs nothing on a loopback; one that offers gzip alone asks for it.
 */
export function acceptedEncoding(header: string | undefined): ContentEncoding {
  const offered = weights(header ?? '')
  const identity = offered.get('identity') ?? offered.get('*') ?? 1
  const gzip = offered.get('gzip') ?? offered.get('*') ?? 0
  const asksForGzip = [...offered].every(([name, weight]) => name === 'gzip' || weight === 0)
  if (gzip > 0 && (asksForGzip || identity <= 0)) return 'gzip'
  if (identity > 0) return 'identity'
  throw new EnvdError('notAcceptable', 'no acceptable encoding found, supported: [identity, gzip]')
}

/** How an upload is packed. */
export function uploadEncoding(header: string | undefined): ContentEncoding {
  const name = (header ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return 'identity'
  if (name === 'gzip') return 'gzip'
  throw new EnvdError('invalidArgument', `unsupported Content-Encoding: ${name}, supported: [gzip]`)
}
