import { HttpFailure } from '../../http/http-failure.js'

const mostPerPage = 100

/** What a request says about pages. */
export interface PageRequest {
  readonly limit: number
  readonly token: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Absent on the last page. */
  readonly nextToken: string | undefined
}

interface Position {
  readonly order: string
  readonly sequence: number
}

export function parsePageRequest(query: URLSearchParams): PageRequest {
  const text = query.get('limit')
  const limit = text === null || text === '' ? mostPerPage : Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new HttpFailure(400, `Invalid limit: ${text}`)
  const token = query.get('nextToken') ?? ''
  return { limit: Math.min(limit, mostPerPage), token: token === '' ? undefined : token }
}

function encode({ order, sequence }: Position): string {
  return Buffer.from(`${order}:${sequence}`).toString('base64url')
}

function decode(token: string, order: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  const [tokenOrder, sequence = ''] = text.split(':')
  if (tokenOrder !== order || !/^\d+$/.test(sequence)) throw new HttpFailure(400, 'Invalid next token')
  return Number(sequence)
}

/** Cuts one page out. A token says where the last page ended, so that what comes or goes meanwhile moves nothing. */
export function pageOf<T extends { readonly sequence: number }>(
  all: readonly T[],
  { limit, token }: PageRequest,
  order: 'asc' | 'desc' = 'desc',
): Page<T> {
  const sorted = all.toSorted((a, b) => (order === 'asc' ? a.sequence - b.sequence : b.sequence - a.sequence))
  const after = token === undefined ? undefined : decode(token, order)
  const isNext = ({ sequence }: T): boolean =>
    after === undefined || (order === 'asc' ? sequence > after : sequence < after)
  const rest = sorted.filter((item) => isNext(item))
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rest.length > items.length && last !== undefined
  return { items, nextToken: hasMore ? encode({ order, sequence: last.sequence }) : undefined }
}
