import type { WriteFileOptions } from '../contract/filesystem.js'
import { invalidArgument } from '../errors/argument-error.js'
import { checkMode } from './check-mode.js'
import { checkEncoding } from './content/check-encoding.js'

/** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong. */
export function checkWriteOptions({ mode, expectedMtime, encoding, mimeType }: WriteFileOptions): void {
  checkMode(mode)
  checkEncoding(encoding)
  if (expectedMtime !== undefined && !(expectedMtime instanceof Date && !Number.isNaN(expectedMtime.getTime()))) {
    throw invalidArgument({ name: 'expectedMtime', expected: 'a valid Date', given: expectedMtime })
  }
  if (mimeType !== undefined && typeof mimeType !== 'string') {
    throw invalidArgument({ name: 'mimeType', expected: 'a string', given: mimeType })
  }
}
