import { compareKeys } from '../../objects/index.js'
import { encodePercent } from '../request/percent.js'
import type { Query } from '../request/query.js'

/** What is signed of a request. */
export interface SignedParts {
  readonly method: string
  /** As it was meant, without the query. */
  readonly path: string
  readonly query: Query
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** Names in lower case. */
  readonly signedHeaders: readonly string[]
  /** As `x-amz-content-sha256` says it. */
  readonly payloadHash: string
}

function canonicalQuery({ entries }: Query): string {
  return entries
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encodePercent(name), encodePercent(value)])
    .toSorted(([a, x], [b, y]) => compareKeys(a, b) || compareKeys(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function canonicalHeader(name: string, values: readonly string[]): string {
  return `${name}:${values.map((value) => value.trim().replaceAll(/ +/g, ' ')).join(',')}\n`
}

/** The request in the one form that both sides sign. Headers are taken byte by byte, whatever their encoding. */
export function canonicalRequest(parts: SignedParts): Buffer {
  const { method, path, query, headers, signedHeaders, payloadHash } = parts
  const lines = signedHeaders.map((name) => canonicalHeader(name, headers[name] ?? []))
  const text = [
    method,
    encodePercent(path, { keepSlashes: true }),
    canonicalQuery(query),
    lines.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ]
  return Buffer.from(text.join('\n'), 'latin1')
}
