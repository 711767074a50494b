import { invalid } from './failures.js'

/**
 * What a request to a session of an upload says of its body. `status`: it has none and asks how much has arrived. `chunk`: it begins at
 * `start`; `end` is that behind its last byte, and `total` the size of the object, where they are known already.
 */
export type ContentRange =
  | { readonly kind: 'status'; readonly total: number | undefined }
  | {
      readonly kind: 'chunk'
      readonly start: number
      readonly end: number | undefined
      readonly total: number | undefined
    }

const statusPattern = /^bytes \*\/(\d+|\*)$/
const chunkPattern = /^bytes (\d+)-(\d+|\*)\/(\d+|\*)$/

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '*' ? undefined : Number(text)
}

/** Reads `Content-Range`; without it the body is the whole object. Throws 400. */
export function parseContentRange(header: string | undefined): ContentRange {
  if (header === undefined) return { kind: 'chunk', start: 0, end: undefined, total: undefined }
  const status = statusPattern.exec(header)
  if (status !== null) return { kind: 'status', total: numberOf(status[1]) }
  const chunk = chunkPattern.exec(header)
  if (chunk === null) throw invalid(`Failed to parse Content-Range header: ${JSON.stringify(header)}`)
  const start = Number(chunk[1])
  const last = numberOf(chunk[2])
  const total = numberOf(chunk[3])
  const end = last === undefined ? undefined : last + 1
  if (![start, end ?? 0, total ?? 0].every(Number.isSafeInteger)) throw invalid('Content-Range: a number is too large')
  if ((end ?? start) < start || (total !== undefined && (end ?? start) > total)) {
    throw invalid(`Invalid Content-Range: ${JSON.stringify(header)}`)
  }
  return { kind: 'chunk', start, end, total }
}
