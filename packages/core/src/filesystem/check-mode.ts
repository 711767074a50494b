import { invalidArgument } from '../errors/argument-error.js'

/** @throws SandboxError `INVALID_ARGUMENT` for anything but permission bits, such as `0o644`. */
export function checkMode(mode: number | undefined): void {
  if (mode === undefined || (Number.isInteger(mode) && mode >= 0 && mode <= 0o777)) return
  throw invalidArgument({ name: 'mode', expected: 'permission bits from 0o000 to 0o777', given: mode })
}
