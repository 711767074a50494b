import type { SandboxOptions } from '@caisson/core/driver'
import { invalidArgument, type SandboxCloneOptions } from '@caisson/core/workspace'

/** Options of a sandbox that can also be attached to a machine by the provider's own id. */
export interface ClonableOptions extends SandboxOptions {
  sandboxId?: string | undefined
}

/**
 * Options of an independent sandbox: all of the parent's, credentials and hooks included, but never its identity, and with
 * what the overrides say. Overrides that not every provider knows are left to the caller.
 *
 * Throws `SandboxError` INVALID_ARGUMENT unless the overrides are an object; what is in them is checked by the constructor.
 */
export function cloneSandboxOptions<Options extends ClonableOptions>(
  parent: Options,
  overrides: SandboxCloneOptions = {},
): Options {
  if (typeof overrides !== 'object' || overrides === null) {
    throw invalidArgument({ name: 'clone options', expected: 'an object', given: overrides })
  }
  const { id, sandboxId, env = parent.env, workingDirectory = parent.workingDirectory } = overrides
  return { ...parent, id, sandboxId, env, workingDirectory }
}

/**
 * The override `idleTimeoutMinutes`, in minutes, for providers that have such a limit.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for one that is no finite number above 0.
 */
export function idleMinutesOf(overrides: SandboxCloneOptions): number | undefined {
  const minutes: unknown = overrides.idleTimeoutMinutes
  if (minutes === undefined) return undefined
  if (typeof minutes === 'number' && Number.isFinite(minutes) && minutes > 0) return minutes
  throw invalidArgument({
    name: 'clone option idleTimeoutMinutes',
    expected: 'a finite number of minutes above 0',
    given: minutes,
  })
}
