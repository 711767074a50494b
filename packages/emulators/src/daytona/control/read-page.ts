import { HttpFailure } from '../../http/http-failure.js'

const mostPerPage = 200
const usualPerPage = 100

/** A numbered page, as lists of the vendor that are no endless ones have it. */
export interface NumberedPage<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly totalPages: number
}

function readNumber(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new HttpFailure(400, `${name} must be an integer number from 1 to ${most}`)
}

/** Cuts the page out that `page` and `limit` ask for. Throws a 400. */
export function readPage<T>(query: URLSearchParams, all: readonly T[]): NumberedPage<T> {
  const limit = readNumber(query, 'limit', usualPerPage, mostPerPage)
  const page = readNumber(query, 'page', 1, 2 ** 31)
  const items = all.slice((page - 1) * limit, page * limit)
  return { items, total: all.length, page, totalPages: Math.ceil(all.length / limit) }
}
