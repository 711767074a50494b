import { invalid } from './failures.js'

/** A number of the query that is 1 or more; at most, and by default, `most`. Throws 400. */
export function readCount(query: URLSearchParams, name: string, most: number): number {
  const text = query.get(name)
  if (text === null) return most
  const count = Number(text)
  if (!/^\d{1,10}$/.test(text) || count < 1) throw invalid(`Invalid value for ${name}: ${JSON.stringify(text)}`)
  return Math.min(count, most)
}
