import type { KeyIndex } from './key-index.js'

/** What is listed. Without members, all keys. */
export interface ListQuery {
  readonly prefix?: string | undefined
  /** What is behind it, after the prefix, is rolled up into one entry. */
  readonly delimiter?: string | undefined
  /** Begins behind this entry: a key, or a rolled-up prefix with all below it. */
  readonly after?: string | undefined
  /** Begins at this key. */
  readonly from?: string | undefined
  /** Ends before this key. */
  readonly before?: string | undefined
  /** Most entries, keys and rolled-up prefixes together. */
  readonly limit: number
}

/** One page of a listing, in order. */
export interface KeyPage {
  readonly keys: readonly string[]
  readonly prefixes: readonly string[]
  /** The last entry, where there are more: `after` of the next page. */
  readonly next?: string | undefined
}

function startOf(index: KeyIndex, { prefix = '', delimiter, after, from }: ListQuery): number {
  const positions = [index.positionOf(prefix)]
  if (from !== undefined) positions.push(index.positionOf(from))
  if (after !== undefined) {
    const isRolledUp = delimiter !== undefined && delimiter !== '' && after.endsWith(delimiter)
    const isBelow = isRolledUp && after.startsWith(prefix) && after.length > prefix.length
    positions.push(isBelow ? index.positionAfterPrefix(after) : index.positionAfter(after))
  }
  return Math.max(...positions)
}

function rolledUp(key: string, prefix: string, delimiter: string | undefined): string | undefined {
  if (delimiter === undefined || delimiter === '') return undefined
  const position = key.indexOf(delimiter, prefix.length)
  return position < 0 ? undefined : key.slice(0, position + delimiter.length)
}

export function listKeys(index: KeyIndex, query: ListQuery): KeyPage {
  const { prefix = '', delimiter, before, limit } = query
  const [keys, prefixes]: [string[], string[]] = [[], []]
  const end = Math.min(index.positionAfterPrefix(prefix), before === undefined ? index.size : index.positionOf(before))
  let last: string | undefined
  let position = startOf(index, query)
  while (position < end) {
    if (keys.length + prefixes.length >= limit) return { keys, prefixes, next: last }
    const key = index.at(position) ?? ''
    const common = rolledUp(key, prefix, delimiter)
    if (common === undefined) keys.push(key)
    else prefixes.push(common)
    last = common ?? key
    position = common === undefined ? position + 1 : index.positionAfterPrefix(common)
  }
  return { keys, prefixes }
}
