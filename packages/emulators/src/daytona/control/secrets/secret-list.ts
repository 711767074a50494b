import { HttpFailure } from '../../../http/http-failure.js'
import type { Secret } from './secret.js'

const mostPerPage = 200
const usualPerPage = 100

/** The members that a list can be sorted by. */
const orders = {
  createdAt: (a: Secret, b: Secret) => a.sequence - b.sequence,
  updatedAt: (a: Secret, b: Secret) => a.updatedAt.getTime() - b.updatedAt.getTime() || a.sequence - b.sequence,
  name: (a: Secret, b: Secret) => a.name.localeCompare(b.name),
} as const satisfies Readonly<Record<string, (a: Secret, b: Secret) => number>>

export interface SecretPage {
  readonly items: readonly Secret[]
  readonly total: number
  /** `null` on the last page. */
  readonly nextCursor: string | null
}

function isOrder(name: string): name is keyof typeof orders {
  return Object.hasOwn(orders, name)
}

function readLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? usualPerPage)
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostPerPage) return limit
  throw new HttpFailure(400, `limit must be an integer number from 1 to ${mostPerPage}`)
}

/** How many come before the page. A cursor counts, so what comes or goes meanwhile moves the pages. */
function readCursor(query: URLSearchParams): number {
  const cursor = query.get('cursor')
  if (cursor === null || cursor === '') return 0
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (/^after:\d{1,9}$/.test(text)) return Number(text.slice('after:'.length))
  throw new HttpFailure(400, 'Invalid cursor')
}

/** One page of the secrets that a request asks for. Throws a 400. */
export function listSecrets(query: URLSearchParams, all: readonly Secret[]): SecretPage {
  const sort = query.get('sort') ?? 'createdAt'
  if (!isOrder(sort))
    throw new HttpFailure(400, `sort must be one of the following values: ${Object.keys(orders).join(', ')}`)
  const name = (query.get('name') ?? '').toLowerCase()
  const found = all.filter((secret) => secret.name.toLowerCase().includes(name)).toSorted(orders[sort])
  if ((query.get('order') ?? 'desc') === 'desc') found.reverse()
  const start = readCursor(query)
  const items = found.slice(start, start + readLimit(query))
  const end = start + items.length
  const nextCursor = end < found.length ? Buffer.from(`after:${end}`).toString('base64url') : null
  return { items, total: found.length, nextCursor }
}
