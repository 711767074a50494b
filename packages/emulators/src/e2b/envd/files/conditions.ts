import type { IncomingHttpHeaders } from 'node:http'
import { EnvdError } from '../envd-error.js'
import type { ByteRange } from '../../../daemon/files/byte-range.js'
import { parseRange } from '../../../daemon/files/byte-range.js'

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

/** Ranges and conditions are about the bytes as they are in the file. */
export function wantsPlainBytes(headers: IncomingHttpHeaders): boolean {
  const names = ['range', 'if-modified-since', 'if-unmodified-since', 'if-range', 'if-none-match', 'if-match'] as const
  return names.some((name) => headers[name] !== undefined)
}

/** A regular file is what can be sent; reading a device or a pipe might never end. */
export function requireRegular(shown: string, stats: { isDirectory(): boolean; isFile(): boolean }): void {
  if (stats.isDirectory()) throw new EnvdError('invalidArgument', `path '${shown}' is a directory`)
  if (!stats.isFile()) throw new EnvdError('invalidArgument', `path '${shown}' is not a regular file`)
}
