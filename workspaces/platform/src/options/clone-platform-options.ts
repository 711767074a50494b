import type { SandboxCloneOptions } from '@caisson/core/workspace'
import { cloneSandboxOptions, idleMinutesOf } from '@caisson/kit/options'
import type { PlatformSandboxOptions } from './platform-sandbox-options.js'

/**
 * Options of an independent sandbox: all of the parent's, credentials, hooks and template included, but never its identity.
 * `checkpointName` is another word for `id`.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a bad `idleTimeoutMinutes`; other overrides are checked by the constructor.
 */
export function clonePlatformOptions(
  parent: PlatformSandboxOptions,
  overrides: SandboxCloneOptions = {},
): PlatformSandboxOptions {
  const options = cloneSandboxOptions(parent, overrides)
  const { checkpointName, seedCheckpointName, actingUserId = parent.actingUserId } = overrides
  const seed = parent.sandboxProvider === 'e2b' ? checkpointName : undefined
  return {
    ...options,
    actingUserId,
    id: options.id ?? checkpointName,
    idleTimeoutMinutes: idleMinutesOf(overrides) ?? parent.idleTimeoutMinutes,
    seedCheckpointName: seedCheckpointName ?? seed ?? parent.seedCheckpointName,
  }
}
