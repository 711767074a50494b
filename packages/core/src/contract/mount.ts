import type { WorkspaceFilesystem } from './filesystem.js'
import type { WorkspaceSandbox } from './sandbox.js'

/**
 * State of one mount. `unsupported`: this sandbox cannot mount this filesystem. `unavailable`: it could, but a tool is
 * missing in the machine.
 */
export type MountState = 'pending' | 'mounting' | 'mounted' | 'error' | 'unsupported' | 'unavailable'

/** What a filesystem tells a sandbox about itself; providers add fields of their own. May hold secrets: never log it. */
export interface FilesystemMountConfig {
  type: string
  [field: string]: unknown
}

/** One mount of a sandbox. */
export interface MountEntry {
  readonly filesystem: WorkspaceFilesystem
  readonly state: MountState
  /** Why the state is `error`, `unsupported` or `unavailable`. */
  readonly error?: string | undefined
  readonly config?: FilesystemMountConfig | undefined
  /** First 16 hex digits of SHA-256 over the configuration with sorted keys. */
  readonly configHash?: string | undefined
}

/** Outcome of mounting or unmounting one path. */
export interface MountResult {
  success: boolean
  mountPath: string
  error?: string | undefined
  /** The machine lacks a tool that mounting needs. */
  unavailable?: boolean | undefined
}

/** Argument of `onMount`. */
export interface MountHookArgs {
  filesystem: WorkspaceFilesystem
  mountPath: string
  config: FilesystemMountConfig | undefined
  sandbox: WorkspaceSandbox
  workspace: unknown
}

/**
 * Called before each mount. `false` skips it (`unsupported`), an object means the hook mounted it itself (or failed to),
 * nothing leaves it to the sandbox.
 */
export type OnMountHook = (
  args: MountHookArgs,
) =>
  | false
  | { success: boolean; error?: string | undefined }
  | void
  | Promise<false | { success: boolean; error?: string | undefined } | void>

/** The mounts of a sandbox. */
export interface MountManager {
  readonly entries: ReadonlyMap<string, MountEntry>
  /** Tells hooks which workspace and sandbox they serve. */
  setContext(context: { sandbox?: WorkspaceSandbox | undefined; workspace?: unknown }): void
  setOnMount(hook: OnMountHook | undefined): void
  /** Adds filesystems by mount path; they are mounted by the next start, or by `processPending`. */
  add(mounts: Record<string, WorkspaceFilesystem>): void
  get(mountPath: string): MountEntry | undefined
  has(mountPath: string): boolean
  delete(mountPath: string): boolean
  clear(): void
  /** Mounts what is pending. Failures are recorded in the entries, never thrown. */
  processPending(): Promise<void>
}
