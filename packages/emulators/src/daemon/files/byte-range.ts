/** A part of a file; both ends belong to it. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Reads a `Range` header. `undefined` means the whole file: no range, one that is not understood, or several, which a
 * server may ignore. `unsatisfiable` means that no byte of it exists.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '')
  if (match === null) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Math.min(Number(to), sizeBytes)
    return count === 0 ? 'unsatisfiable' : { first: sizeBytes - count, last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= sizeBytes ? 'unsatisfiable' : { first, last }
}
