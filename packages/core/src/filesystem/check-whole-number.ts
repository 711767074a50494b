import { invalidArgument } from '../errors/argument-error.js'

/** @throws SandboxError `INVALID_ARGUMENT` unless the value is undefined, a whole number of at least `least`, or `Infinity`. */
export function checkWholeNumber(value: number | undefined, name: string, least: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least) || value === Infinity) return
  throw invalidArgument({ name, expected: `a whole number of at least ${least}`, given: value })
}
