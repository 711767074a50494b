import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { SandboxFeatureNotSupportedError, SandboxNotAvailableError } from '../errors/workspace-errors.js'

/** A sandbox that runs commands. */
export type CommandSandbox = WorkspaceSandbox & Required<Pick<WorkspaceSandbox, 'executeCommand'>>

/** Throws the typed error for a workspace without a sandbox, and for a sandbox that cannot run commands. */
export function requireCommandSandbox(sandbox: WorkspaceSandbox | undefined, workspaceId: string): CommandSandbox {
  if (sandbox === undefined) throw new SandboxNotAvailableError(workspaceId)
  if (runsCommands(sandbox)) return sandbox
  throw new SandboxFeatureNotSupportedError('executeCommand', workspaceId)
}

function runsCommands(sandbox: WorkspaceSandbox): sandbox is CommandSandbox {
  return typeof sandbox.executeCommand === 'function'
}
