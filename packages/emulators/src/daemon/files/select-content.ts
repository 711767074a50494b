import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './byte-range.js'
import { parseRange } from './byte-range.js'

/** What of a file is sent. */
export type Selection = 'all' | 'not modified' | 'precondition failed' | 'unsatisfiable' | ByteRange

function timeOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const timeMs = Date.parse(header)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

/** Decides by the conditional headers and the range. Times in them have whole seconds. */
export function selectContent(headers: IncomingHttpHeaders, sizeBytes: number, modifiedMs: number): Selection {
  const changedMs = Math.floor(modifiedMs / 1000) * 1000
  const unmodifiedSince = timeOf(headers['if-unmodified-since'])
  if (unmodifiedSince !== undefined && changedMs > unmodifiedSince) return 'precondition failed'
  const modifiedSince = timeOf(headers['if-modified-since'])
  if (modifiedSince !== undefined && changedMs <= modifiedSince) return 'not modified'
  const ifRange = headers['if-range']
  if (typeof ifRange === 'string' && timeOf(ifRange) !== changedMs) return 'all'
  return parseRange(headers.range, sizeBytes) ?? 'all'
}
