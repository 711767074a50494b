import type { FileEntry, WorkspaceFilesystem } from '../../contract/filesystem.js'

/** What a listing tells about the filesystem at a mount point. */
export function describeMount(filesystem: WorkspaceFilesystem): NonNullable<FileEntry['mount']> {
  const { provider, icon, displayName, description, status, error } = filesystem
  return { provider, icon, displayName, description, status, error }
}
