import type { Random } from './random.js'

/** Where the requests go. */
export interface FuzzTarget {
  readonly sandboxId: string
  readonly accessToken: string
  /** A file of the host that must neither be read nor written. */
  readonly canary: string
}

export interface RawRequest {
  readonly kind: string
  readonly bytes: Buffer
  /** More is announced than sent: no answer is owed. */
  readonly isTruncated?: boolean
}

interface Parts {
  readonly method: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: Buffer
  readonly announced?: number
}

export function raw({ method, path, headers = [], body = Buffer.alloc(0), announced }: Parts): Buffer {
  const length = announced ?? body.length
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', `Content-Length: ${length}`]
  return Buffer.concat([Buffer.from(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

export const json = 'Content-Type: application/json'
export const key = 'X-API-KEY: key'

/** The sandbox itself, or something that is none. Nothing here may end it. */
export function sandboxPath(path: string, random: Random, { sandboxId }: FuzzTarget): string {
  const id = random.pick([sandboxId, 'inobody', '..', '%2e%2e', `${sandboxId}x`, 'ABC', '%00', '%ff'])
  return path.replace('{id}', id)
}
