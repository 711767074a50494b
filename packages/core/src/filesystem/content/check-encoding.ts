import type { FileEncoding } from '../../contract/filesystem.js'
import { invalidArgument } from '../../errors/argument-error.js'

const encodings: ReadonlySet<string> = new Set<FileEncoding>([
  'utf-8',
  'utf8',
  'base64',
  'hex',
  'latin1',
  'binary',
  'ascii',
  'utf16le',
])

/** @throws SandboxError `INVALID_ARGUMENT` for an encoding that is not in the contract. */
export function checkEncoding(encoding: FileEncoding | undefined): void {
  if (encoding === undefined || (typeof encoding === 'string' && encodings.has(encoding))) return
  throw invalidArgument({ name: 'encoding', expected: `one of ${[...encodings].join(', ')}`, given: encoding })
}
