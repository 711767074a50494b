import type { SandboxDriver } from '../driver/sandbox-driver.js'
import { isOwnError } from '../errors/is-own-error.js'
import { wrapError } from '../errors/wrap-error.js'

/** Turns what a driver threw into one of our errors; ours pass as they are. */
export function translateError<Handle>(driver: SandboxDriver<Handle>, error: unknown, operation: string): Error {
  if (isOwnError(error)) return error
  return wrapError(error, { ...driver.classifyError(error), operation, provider: driver.provider })
}
