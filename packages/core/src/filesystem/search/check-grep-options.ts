import type { FilesystemGrepOptions } from '../../contract/filesystem.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { checkOperationOptions } from '../check-operation-options.js'
import { checkWholeNumber } from '../check-whole-number.js'
import { checkPath } from '../paths/check-path.js'

/** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong. */
export function checkGrepOptions(options: FilesystemGrepOptions): void {
  checkOperationOptions(options)
  if (typeof options.pattern !== 'string' || options.pattern === '') {
    throw invalidArgument({ name: 'pattern', expected: 'a regular expression as a string', given: options.pattern })
  }
  checkPath(options.path)
  checkWholeNumber(options.maxCountPerFile, 'maxCountPerFile', 1)
  checkWholeNumber(options.maxTotalMatches, 'maxTotalMatches', 1)
  checkWholeNumber(options.contextLines, 'contextLines', 0)
}
