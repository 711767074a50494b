import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { RequestScope } from '../contract/request-context.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { describeMounts } from './mount-lists.js'

/** The parts that instructions are made of. */
export interface InstructionParts {
  readonly filesystem: WorkspaceFilesystem | undefined
  readonly sandbox: WorkspaceSandbox | undefined
  /** Takes the place of what the sandbox says, when there is no sandbox to ask. */
  readonly sandboxText?: string | undefined
}

/**
 * Joins, by blank lines, what the sandbox says and the lists of its mounts; without mounts, what the filesystem says
 * takes the place of the lists. Has no side effect and calls nothing remote: agents ask before every step.
 */
export function composeInstructions(parts: InstructionParts, scope: RequestScope): string {
  const { filesystem, sandbox } = parts
  const own = sandbox === undefined ? parts.sandboxText : sandbox.getInstructions?.(scope)
  const mounts = describeMounts(sandbox)
  const others = mounts.length > 0 ? mounts : [filesystem?.getInstructions?.(scope)]
  return [own, ...others].filter((part) => part !== undefined && part !== '').join('\n\n')
}
