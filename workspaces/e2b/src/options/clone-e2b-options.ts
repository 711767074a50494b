import { cloneSandboxOptions, idleMinutesOf } from '@caisson/kit/options'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'

/**
 * Options of an independent sandbox: all of the parent's, credentials and hooks included, but never its identity. Overrides
 * that mean nothing here, such as `actingUserId`, are ignored.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a bad `idleTimeoutMinutes`; other overrides are checked by the constructor.
 */
export function cloneE2BOptions(parent: E2BSandboxOptions, overrides: SandboxCloneOptions = {}): E2BSandboxOptions {
  const options = cloneSandboxOptions(parent, overrides)
  const { checkpointName = parent.checkpointName, seedCheckpointName = parent.seedCheckpointName } = overrides
  const minutes = idleMinutesOf(overrides)
  return {
    ...options,
    checkpointName,
    seedCheckpointName,
    timeout: minutes === undefined ? parent.timeout : minutes * 60_000,
  }
}
