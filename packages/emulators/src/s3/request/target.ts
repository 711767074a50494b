import type { IncomingMessage } from 'node:http'
import { decodePercent } from './percent.js'
import { Query } from './query.js'

/** What a request is about. */
export interface Target {
  /** Empty: all buckets. */
  readonly bucket: string
  /** Empty: the bucket itself. */
  readonly key: string
  readonly query: Query
  /** As it was meant, without the query. */
  readonly path: string
}

/** The bucket in the name of the host; undefined where the path names it. */
function bucketOfHost(host: string, suffixes: readonly string[]): string | undefined {
  const name = host.toLowerCase().replace(/:\d*$/, '')
  const suffix = suffixes.find((candidate) => name.endsWith(`.${candidate}`))
  return suffix === undefined ? undefined : name.slice(0, -suffix.length - 1)
}

function splitAddress(address: string): [string, string] {
  const position = address.indexOf('?')
  return position < 0 ? [address, ''] : [address.slice(0, position), address.slice(position + 1)]
}

/**
 * Reads the address as it was sent: nothing in a key is a step to a folder above, and nothing in it is left out. Throws InvalidURI.
 */
export function readTarget(request: IncomingMessage, hostSuffixes: readonly string[], pathPrefix = ''): Target {
  const [rawPath, rawQuery] = splitAddress(request.url ?? '/')
  const path = decodePercent(rawPath)
  const query = new Query(rawQuery)
  const bucket = bucketOfHost(request.headers.host ?? '', hostSuffixes)
  const rest = (path.startsWith(`${pathPrefix}/`) ? path.slice(pathPrefix.length) : path).replace(/^\//, '')
  if (bucket !== undefined) return { bucket, key: rest, query, path }
  const position = rest.indexOf('/')
  if (position < 0) return { bucket: rest, key: '', query, path }
  return { bucket: rest.slice(0, position), key: rest.slice(position + 1), query, path }
}
