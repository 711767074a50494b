import type { WorkspaceFilesystem } from '../../contract/filesystem.js'

/** Called with the filesystem it was configured on. */
export type FilesystemLifecycleHook = (args: { filesystem: WorkspaceFilesystem }) => void | Promise<void>

/** Options that every filesystem has. */
export interface BaseFilesystemOptions {
  /** After a successful init. A failure is logged and changes nothing. */
  onInit?: FilesystemLifecycleHook | undefined
  /** Before destroy. A failure is logged; the filesystem is destroyed all the same. */
  onDestroy?: FilesystemLifecycleHook | undefined
  /** Further extensions that `isTextFile` takes for text, with or without the dot, any case. */
  textExtensions?: string[] | undefined
}
