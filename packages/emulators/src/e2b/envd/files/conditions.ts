import type { IncomingHttpHeaders } from 'node:http'
import { EnvdError } from '../envd-error.js'

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
