import type { WorkspaceSandbox } from '@caisson/core'
import type { WorkspaceSandbox as MastraWorkspaceSandbox } from '@mastra/core/workspace'

/**
 * A sandbox in Mastra's type, for `new Workspace({ sandbox })` and whatever else of Mastra takes one. The same object:
 * nothing is wrapped, and nothing is loaded.
 *
 * Only the types need it. Mastra's process and mount managers are classes with private members, which no other class can
 * be assigned to, however alike.
 */
export function asMastraSandbox(sandbox: WorkspaceSandbox): MastraWorkspaceSandbox
export function asMastraSandbox(sandbox: unknown): unknown {
  return sandbox
}
