import type { ReadStreamOptions } from '../contract/filesystem.js'
import { invalidArgument } from '../errors/argument-error.js'
import { checkWholeNumber } from './check-whole-number.js'

/** @throws SandboxError `INVALID_ARGUMENT` when a bound is no whole number or `end` comes before `start`. */
export function checkStreamRange({ start, end }: ReadStreamOptions): void {
  checkWholeNumber(start, 'start', 0)
  checkWholeNumber(end, 'end', 0)
  if (start === Infinity) throw invalidArgument({ name: 'start', expected: 'a byte offset', given: start })
  if (start === undefined || end === undefined || end >= start) return
  throw invalidArgument({ name: 'end', expected: `an offset not before start (${start})`, given: end })
}
