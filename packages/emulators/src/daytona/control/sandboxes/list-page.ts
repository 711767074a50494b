import { HttpFailure } from '../../../http/http-failure.js'
import type { ListQuery } from './list-query.js'
import type { Sandbox } from './sandbox.js'

const mostPerPage = 100

export interface ListPage {
  readonly items: readonly Sandbox[]
  readonly nextCursor: string | null
}

export function parseLimit(query: URLSearchParams): number {
  const text = query.get('limit') ?? ''
  if (text === '') return mostPerPage
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new HttpFailure(400, 'limit must not be less than 1')
  if (limit > mostPerPage) throw new HttpFailure(400, `limit must not be greater than ${mostPerPage}`)
  return limit
}

/** Where the last page ended: the order, the value that it is ordered by, and what comes first among equals. */
interface Position {
  readonly orderName: string
  readonly value: number | string
  readonly sequence: number
}

function encode(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false
  const {
    orderName,
    value: ordered,
    sequence,
  } = { orderName: undefined, value: undefined, sequence: undefined, ...value }
  return (
    typeof orderName === 'string' &&
    (typeof ordered === 'string' || typeof ordered === 'number') &&
    typeof sequence === 'number'
  )
}

function decode(cursor: string, orderName: string): Position {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (error) {
    throw new HttpFailure(400, 'Invalid cursor', { cause: error })
  }
  if (!isPosition(value) || value.orderName !== orderName) throw new HttpFailure(400, 'Invalid cursor')
  return value
}

/** Cuts one page out. A cursor says where the last page ended, so that what is removed meanwhile moves nothing. */
export function pageOf(all: readonly Sandbox[], query: ListQuery, limit: number, cursor: string | null): ListPage {
  const { orderName } = query
  const sorted = all
    .filter((sandbox) => query.fits(sandbox))
    .toSorted((a, b) => query.compare(query.key(a), query.key(b)))
  const after = cursor === null || cursor === '' ? undefined : decode(cursor, orderName)
  const rest = after === undefined ? sorted : sorted.filter((sandbox) => query.compare(query.key(sandbox), after) > 0)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rest.length > items.length && last !== undefined
  return { items, nextCursor: hasMore ? encode({ orderName, ...query.key(last) }) : null }
}
