import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { RequestScope } from '../contract/request-context.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { findWorkingDirectory } from './working-directory.js'

/** How the paths of the filesystem and of the sandbox relate. */
export interface PathContext {
  filesystem?: {
    provider: string
    /** On the host's disk, where the filesystem has one. */
    basePath?: string
  }
  sandbox?: {
    provider: string
    /** On the host's disk, for sandboxes on this machine. */
    workingDirectory?: string
  }
  /** What the filesystem and the sandbox say about themselves. */
  instructions: string
}

/** Collects the paths of the configured instances. */
export function describePaths(
  parts: { filesystem: WorkspaceFilesystem | undefined; sandbox: WorkspaceSandbox | undefined },
  scope: RequestScope,
): PathContext {
  const { filesystem, sandbox } = parts
  const texts = [filesystem?.getInstructions?.(scope), sandbox?.getInstructions?.(scope)]
  const context: PathContext = { instructions: texts.filter((text) => text !== undefined && text !== '').join(' ') }
  if (filesystem !== undefined) {
    const { provider, basePath } = filesystem
    context.filesystem = basePath === undefined ? { provider } : { provider, basePath }
  }
  if (sandbox !== undefined) {
    const { provider } = sandbox
    const workingDirectory = findWorkingDirectory(sandbox)
    context.sandbox = workingDirectory === undefined ? { provider } : { provider, workingDirectory }
  }
  return context
}
