import { invalidArgument, type SandboxCloneOptions } from '@caisson/core/workspace'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'

/**
 * Options of an independent sandbox: all of the parent's, credentials and hooks included, but never its identity. Overrides
 * that mean nothing here, such as `actingUserId`, are ignored.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a bad `idleTimeoutMinutes`; other overrides are checked by the constructor.
 */
export function cloneE2BOptions(parent: E2BSandboxOptions, overrides: SandboxCloneOptions = {}): E2BSandboxOptions {
  if (typeof overrides !== 'object' || overrides === null) {
    throw invalidArgument({ name: 'clone options', expected: 'an object', given: overrides })
  }
  const { id, sandboxId, env, workingDirectory, idleTimeoutMinutes, checkpointName, seedCheckpointName } = overrides
  return {
    ...parent,
    id,
    sandboxId,
    env: env ?? parent.env,
    workingDirectory: workingDirectory ?? parent.workingDirectory,
    checkpointName: checkpointName ?? parent.checkpointName,
    seedCheckpointName: seedCheckpointName ?? parent.seedCheckpointName,
    timeout: idleTimeoutMinutes === undefined ? parent.timeout : toMs(idleTimeoutMinutes),
  }
}

function toMs(minutes: unknown): number {
  if (typeof minutes === 'number' && Number.isFinite(minutes) && minutes > 0) return minutes * 60_000
  throw invalidArgument({
    name: 'clone option idleTimeoutMinutes',
    expected: 'a finite number of minutes above 0',
    given: minutes,
  })
}
