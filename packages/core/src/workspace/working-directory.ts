import type { WorkspaceSandbox } from '../contract/sandbox.js'

/** The working directory of a sandbox on this machine, where it is also a path of this machine; else `undefined`. */
export function findWorkingDirectory(sandbox: WorkspaceSandbox): string | undefined {
  if (sandbox.provider !== 'local' || !('workingDirectory' in sandbox)) return undefined
  return typeof sandbox.workingDirectory === 'string' ? sandbox.workingDirectory : undefined
}
