import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'

/**
 * Options of an independent sandbox: all of the parent's, credentials and hooks included, but never its identity.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for an override that is wrong.
 */
export function cloneE2BOptions(parent: E2BSandboxOptions, overrides: SandboxCloneOptions): E2BSandboxOptions {
  const { idleTimeoutMinutes } = overrides
  return {
    ...parent,
    id: overrides.id,
    sandboxId: overrides.sandboxId,
    env: overrides.env ?? parent.env,
    workingDirectory: overrides.workingDirectory ?? parent.workingDirectory,
    timeout: idleTimeoutMinutes === undefined ? parent.timeout : idleTimeoutMinutes * 60_000,
  }
}
