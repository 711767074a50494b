import type { FilesystemMountConfig, WorkspaceFilesystem } from '@caisson/core'

/** As much of a filesystem as a mount table looks at. */
export function filesystemOf(config: FilesystemMountConfig | undefined): WorkspaceFilesystem {
  const parts = { id: 'fs', name: 'fs', provider: 'conformance', status: 'ready', getMountConfig: () => config }
  return parts as Partial<WorkspaceFilesystem> as WorkspaceFilesystem
}
