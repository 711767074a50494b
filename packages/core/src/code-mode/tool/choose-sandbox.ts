import type { WorkspaceSandbox } from '../../contract/sandbox.js'
import { WorkspaceError } from '../../errors/workspace-errors.js'
import type { CodeModeToolContext } from './code-mode-context.js'

/**
 * The sandbox of one run: the configured one, else the workspace's. Throws NO_SANDBOX when one is needed and there is
 * none.
 */
export async function chooseSandbox(
  configured: WorkspaceSandbox | undefined,
  context: CodeModeToolContext,
  isRequired: boolean,
): Promise<WorkspaceSandbox | undefined> {
  if (configured || !isRequired) return configured
  const { workspace, requestContext } = context
  const found = workspace?.resolveSandbox ? await workspace.resolveSandbox({ requestContext }) : workspace?.sandbox
  if (isSandbox(found)) return found
  throw new WorkspaceError(
    'Code Mode requires a sandbox to run model-authored code: set `sandbox`, or give the agent a workspace that has one',
    'NO_SANDBOX',
  )
}

/** A workspace may hold a function that resolves its sandbox; that is not one. */
function isSandbox(value: unknown): value is WorkspaceSandbox {
  return typeof value === 'object' && value !== null && 'provider' in value
}
