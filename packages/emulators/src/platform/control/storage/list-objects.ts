import { invalid } from './failures.js'
import { viewObject } from './object-view.js'
import type { StorageExchange } from './storage-exchange.js'

/** The name of the last entry of a page, in a form that nobody is tempted to make up. */
function toCursor(entry: string): string {
  return Buffer.from(JSON.stringify(['after', entry])).toString('base64url')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid('cursor: not one of this store', { cause: error })
  }
}

function readCursor(cursor: string | null): string | undefined {
  if (cursor === null) return undefined
  const value = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  const [word, entry] = Array.isArray(value) ? (value as unknown[]) : []
  if (word !== 'after' || typeof entry !== 'string') throw invalid('cursor: not one of this store')
  return entry
}

function readLimit(text: string | null, most: number): number {
  if (text === null) return most
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid(`limit: expected 1 or more, given ${JSON.stringify(text)}`)
  return Math.min(Number(text), most)
}

/** One page of what begins with a prefix, and what the next page is asked for with. */
export function listObjects({ cloud, params, url, reply }: StorageExchange): void {
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const query = url.searchParams
  const { objects, prefixes, next } = bucket.list({
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? undefined,
    after: readCursor(query.get('cursor')),
    limit: readLimit(query.get('limit'), cloud.files.pageSize),
  })
  reply.send(200, {
    contents: objects.map(viewObject),
    commonPrefixes: prefixes,
    ...(next === undefined ? {} : { nextCursor: toCursor(next) }),
  })
}
