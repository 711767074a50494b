import { s3Failure } from '../errors/s3-failure.js'

/** Bytes from `start` up to but not `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

function unsatisfiable(header: string, size: number): Error {
  return s3Failure('InvalidRange', {
    details: { RangeRequested: header, ActualObjectSize: String(size) },
    headers: { 'Content-Range': `bytes */${size}` },
  })
}

/** Undefined for the whole: without a range, and with one that is not understood. Throws InvalidRange. */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (header === undefined || match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    if (length === 0) throw unsatisfiable(header, size)
    return { start: size - length, end: size }
  }
  const [start, end] = [Number(first), last === '' ? size : Math.min(Number(last) + 1, size)]
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) throw unsatisfiable(header, size)
  return { start, end }
}
