import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { Logger } from '../contract/logger.js'
import type { OnMountHook } from '../contract/sandbox.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'

/** Who takes part in mounting. */
export interface MountWiring {
  readonly workspace: unknown
  readonly sandbox: WorkspaceSandbox | undefined
  readonly mounts: Readonly<Record<string, WorkspaceFilesystem>>
  readonly onMount: OnMountHook | undefined
  readonly logger: Logger
}

/**
 * Hands the filesystems to the sandbox, which mounts them when it starts. A sandbox without `mounts` gets nothing: then
 * only the file tools reach them.
 */
export function wireMounts({ workspace, sandbox, mounts, onMount, logger }: MountWiring): void {
  for (const [path, filesystem] of Object.entries(mounts)) {
    if (!isUncontained(filesystem)) continue
    logger.warn(`The filesystem at ${path} is not contained: paths below the mount can reach any file of this machine`)
  }
  const manager = sandbox?.mounts
  if (sandbox === undefined || manager === undefined) return
  manager.setContext({ sandbox, workspace })
  manager.add({ ...mounts })
  if (onMount !== undefined) manager.setOnMount(onMount)
}

function isUncontained(filesystem: WorkspaceFilesystem): boolean {
  return filesystem.provider === 'local' && 'contained' in filesystem && filesystem.contained === false
}
