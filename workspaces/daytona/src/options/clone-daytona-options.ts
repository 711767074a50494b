import type { SandboxCloneOptions } from '@caisson/core/workspace'
import { cloneSandboxOptions, idleMinutesOf } from '@caisson/kit/options'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'

/**
 * Options of an independent sandbox: all of the parent's, credentials, hooks and limits of the network included, but never
 * its identity, of which the name is a part. `idleTimeoutMinutes` becomes `autoStopInterval`, rounded up. Overrides that mean
 * nothing here, such as `checkpointName`, are ignored.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a bad `idleTimeoutMinutes`; other overrides are checked by the constructor.
 */
export function cloneDaytonaOptions(
  parent: DaytonaSandboxOptions,
  overrides: SandboxCloneOptions = {},
): DaytonaSandboxOptions {
  const options = cloneSandboxOptions(parent, overrides)
  const minutes = idleMinutesOf(overrides)
  const autoStopInterval = minutes === undefined ? parent.autoStopInterval : Math.ceil(minutes)
  return { ...options, name: undefined, autoStopInterval }
}
