import type { WorkspaceFilesystem } from '../../contract/filesystem.js'

/** What a model is told about composed filesystems. */
export function compositeInstructions(mounts: ReadonlyMap<string, WorkspaceFilesystem>): string {
  const lines = [...mounts].map(([path, { displayName, provider, readOnly }]) => {
    return `- ${path}: ${displayName ?? provider} (${readOnly === true ? 'read-only' : 'read-write'})`
  })
  return ['Files live in these mounted filesystems:', ...lines].join('\n')
}
