import type { AbortOptions, ProviderStatus, StartOptions, StartOutcome, StartResult } from './lifecycle.js'
import type { FilesystemMountConfig, WorkspaceFilesystem } from './filesystem.js'
import type { MountEntry, MountOptions, MountResult } from './mount.js'
import type { CommandResult, Environment, ExecuteCommandOptions, SandboxProcessManager } from './process.js'
import type { RequestContext, RequestScope } from './request-context.js'

/** Called while a sandbox stops or is destroyed. A failure is logged and never prevents the teardown. */
export type SandboxLifecycleHook = (args: { sandbox: WorkspaceSandbox }) => void | Promise<void>

/** Called after the machine is there and before the first foreign command. A failure fails the start. */
export type SandboxStartHook = (args: {
  sandbox: WorkspaceSandbox
  outcome?: StartOutcome | undefined
}) => void | Promise<void>

/** Replaces, or as a function extends, the text that tells an agent about the environment. `''` suppresses it. */
export type InstructionsOption =
  | string
  | ((options: { defaultInstructions: string; requestContext?: RequestContext | undefined }) => string)

/** A file for `writeFiles`. */
export interface SandboxFileInput {
  path: string
  content: string | Uint8Array
  /** Permission bits from `0o001` to `0o777`; an error where the provider cannot honour them. */
  mode?: number | undefined
}

/** Overrides for `clone()`. Fields that mean nothing to a provider are ignored. */
export interface SandboxCloneOptions {
  /** Logical id of the clone. Default: a new one. */
  id?: string | undefined
  /** The provider's own id of a machine to attach to instead of creating one. */
  sandboxId?: string | undefined
  /** Replaces the parent's environment. */
  env?: Record<string, string> | undefined
  workingDirectory?: string | undefined
  idleTimeoutMinutes?: number | undefined
  checkpointName?: string | undefined
  /** Boot from this checkpoint when `checkpointName` has no stored state. */
  seedCheckpointName?: string | undefined
  actingUserId?: string | undefined
}

/** What `getInfo()` tells. Never holds a secret. */
export interface SandboxInfo {
  /** The logical id. The provider's own id is `metadata.sandboxId`. */
  id: string
  name: string
  provider: string
  status: ProviderStatus
  createdAt: Date
  lastUsedAt?: Date
  /** When the provider will end or pause the machine. */
  timeoutAt?: Date
  mounts?: { path: string; filesystem: string }[]
  resources?: {
    memoryMB?: number
    memoryUsedMB?: number
    cpuCores?: number
    cpuPercent?: number
    diskMB?: number
    diskUsedMB?: number
  }
  /** The provider's non-secret configuration, accepted back by its descriptor, plus observations. */
  metadata?: Record<string, unknown>
}

/** Addresses of servers that run in a sandbox. */
export interface SandboxNetworking {
  /** URL under which a port is reachable, or null when it is not exposed or the sandbox is not running. */
  getPortUrl(port: number): Promise<string | null>
}

/** A desktop in a sandbox. Coordinates are pixels from the top left. */
export interface SandboxComputer {
  screenshot(): Promise<{ data: Uint8Array; mediaType: 'image/png' }>
  leftClick(x: number, y: number): Promise<void>
  rightClick(x: number, y: number): Promise<void>
  doubleClick(x: number, y: number): Promise<void>
  moveMouse(x: number, y: number): Promise<void>
  drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void>
  scroll(direction: 'up' | 'down', amount: number): Promise<void>
  type(text: string): Promise<void>
  /** An array is a chord. */
  press(key: string | string[]): Promise<void>
  getScreenSize(): Promise<{ width: number; height: number }>
  getCursorPosition(): Promise<{ x: number; y: number }>
  streamUrl?(): string | null | Promise<string | null>
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

/**
 * A place where commands run. The first five members are required; every other one is a capability, absent where a
 * provider does not have it.
 */
export interface WorkspaceSandbox {
  /** Logical id: the same id finds the same machine again. */
  readonly id: string
  readonly name: string
  readonly provider: string
  status: ProviderStatus
  /** Saves the state under the checkpoint name; does nothing where `supportsCheckpoints` is not true. */
  snapshot(): Promise<void>

  error?: string | undefined
  start?(options?: StartOptions): void | Promise<StartResult | void>
  stop?(): void | Promise<void>
  destroy?(): void | Promise<void>
  /** @deprecated Compare `status` with `'running'`. */
  isReady?(): boolean | Promise<boolean>
  getInfo?(): SandboxInfo | Promise<SandboxInfo>
  getInstructions?(options?: RequestScope): string
  /** An independent sandbox with the same configuration. Does nothing remotely. */
  clone?(options?: SandboxCloneOptions): WorkspaceSandbox
  /**
   * Runs `command` in the sandbox's shell and waits for it. `command` is shell text and is never quoted; `args` are.
   * Starts the sandbox when needed. A non-zero exit is a result, not an error.
   */
  executeCommand?(command: string, args?: string[], options?: ExecuteCommandOptions): Promise<CommandResult>
  /** Changes the environment laid under each later command. The updater gets a copy. */
  setEnv?(update: (env: Environment) => Environment): void
  /** Replaces the start hook by what the updater makes of the one before. */
  setOnStart?(update: (previous: SandboxStartHook | undefined) => SandboxStartHook): void
  readonly supportsCheckpoints?: boolean | undefined
  readonly networking?: SandboxNetworking | undefined
  readonly computer?: SandboxComputer | undefined
  writeFiles?(files: SandboxFileInput[], options?: AbortOptions): Promise<void>
  readonly processes?: SandboxProcessManager | undefined
  readonly mounts?: MountManager | undefined
  mount?(filesystem: WorkspaceFilesystem, mountPath: string, options?: MountOptions): Promise<MountResult>
  unmount?(mountPath: string, options?: MountOptions): Promise<void>
  /** The sandbox's own disk. */
  readonly filesystem?: WorkspaceFilesystem | undefined
}
