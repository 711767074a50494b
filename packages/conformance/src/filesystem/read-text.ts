import type { WorkspaceFilesystem } from '@caisson/core'

/** The content of a file as text. */
export async function readText(filesystem: WorkspaceFilesystem, path: string): Promise<string> {
  return String(await filesystem.readFile(path, { encoding: 'utf-8' }))
}
