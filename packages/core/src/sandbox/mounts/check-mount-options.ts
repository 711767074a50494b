import type { MountOptions } from '../../contract/mount.js'
import { checkAbortSignal, invalidArgument } from '../../errors/argument-error.js'

/** Throws INVALID_ARGUMENT naming the option that is wrong. */
export function checkMountOptions(options: MountOptions | undefined): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null)
    throw invalidArgument({ name: 'mount options', expected: 'an object', given: options })
  const { abortSignal, timeoutMs } = options
  checkAbortSignal(abortSignal)
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0)) return
  throw invalidArgument({ name: 'timeoutMs', expected: 'a number of milliseconds above 0', given: timeoutMs })
}
