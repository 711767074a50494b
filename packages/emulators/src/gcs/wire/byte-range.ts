import { failure } from './failures.js'

/** The bytes from `start` up to but not `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The range of an object that a request asks for; `undefined` where it asks for all, or for something that is no single range, which is
 * ignored as HTTP wants it. Throws 416 for a range that begins behind the end.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (start >= size || end <= start) {
    throw failure(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable', {
      headers: { 'Content-Range': `bytes */${size}` },
    })
  }
  return { start, end }
}
