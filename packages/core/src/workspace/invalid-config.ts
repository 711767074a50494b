import { WorkspaceError } from '../errors/workspace-errors.js'

/** What is wrong with an option. */
export interface ConfigFault {
  /** For example `sandbox` or `mounts["/data"]`. */
  readonly option: string
  readonly expected: string
  /** What was given, already in words. */
  readonly given: string
}

/** Makes the error about a bad option: it names the option, what was expected and what was given. */
export function invalidConfig(fault: ConfigFault): WorkspaceError {
  const message = `Invalid option "${fault.option}": expected ${fault.expected}, got ${fault.given}`
  return new WorkspaceError(message, 'INVALID_CONFIG')
}
