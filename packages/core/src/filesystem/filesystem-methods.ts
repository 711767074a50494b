import type { WorkspaceFilesystem } from '../contract/filesystem.js'

/** What every filesystem can do; by these a filesystem is recognised. */
export const filesystemMethods: readonly (keyof WorkspaceFilesystem)[] = [
  'readFile',
  'writeFile',
  'appendFile',
  'deleteFile',
  'copyFile',
  'moveFile',
  'mkdir',
  'rmdir',
  'readdir',
  'exists',
  'stat',
]
