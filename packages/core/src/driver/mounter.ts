import type { FilesystemMountConfig, WorkspaceFilesystem } from '../contract/filesystem.js'
import type { Logger } from '../contract/logger.js'
import type { MountResult } from '../contract/mount.js'
import type { DriverRunOptions, DriverRunResult } from './run-options.js'
import type { ShellCommand } from './shell-command.js'

/** One filesystem to mount. */
export interface MountRequest {
  readonly filesystem: WorkspaceFilesystem
  readonly mountPath: string
  readonly config: FilesystemMountConfig
  readonly configHash: string
  /** It is mounted, with credentials that are about to expire. A mount that is in use stays as it is, and the result says `busy`. */
  readonly refresh?: boolean | undefined
}

/** What mounting has to know of a provider's machines. Facts only: how it is done is the same everywhere. */
export interface MountProfile {
  /** How the script becomes root where it is not: `sudo` without a prompt, or `never`, then it does without. */
  readonly elevation: 'sudo' | 'never'
  /** How secrets reach the script: whichever of the two costs no further request. Never by its text. */
  readonly secretsBy: 'stdin' | 'environment'
  /** Whether tools that are missing may be installed in the machine. */
  readonly mayInstall: boolean
  /** Who sees the files: all users of the machine, or the one whose mount it is. */
  readonly visibleTo: 'everyone' | 'owner'
  /** What to do about a missing tool, as the end of a sentence. */
  readonly installHint: string
  /** What to do where the storage cannot be reached from the machine, as the end of a sentence. */
  readonly networkHint?: string | undefined
}

/** What a mounter may use of the machine. */
export interface MountHost<Handle = unknown> {
  readonly handle: Handle
  readonly provider: string
  /** Logical id of the sandbox. */
  readonly sandboxId: string
  readonly logger: Logger
  /**
   * Given once after attaching to a machine that existed before: all paths that are to be mounted in it. What this library
   * mounted elsewhere in the machine is stale, and is removed.
   */
  readonly wanted?: readonly string[] | undefined
  run(command: ShellCommand, options?: DriverRunOptions): Promise<DriverRunResult>
}

/** Outcome of one mount or unmount, with what only core has to know. */
export interface MounterResult extends MountResult {
  /** This machine cannot mount this filesystem at all. */
  readonly unsupported?: boolean | undefined
  /** The path is in use: an unmount was lazy, a refresh was not done. */
  readonly busy?: boolean | undefined
  /** When the credentials of the mount end, in milliseconds since 1970. Core asks for a refresh before. */
  readonly expiresAtMs?: number | undefined
}

/**
 * Mounts filesystems into a machine, all pending ones of a kind at once so that it costs few round trips. A result that
 * reports success was verified at the mount point. Existing mounts of others are never touched, and nothing that is not
 * empty is covered.
 */
export interface Mounter<Handle = unknown> {
  /** Its mounts leave traces that remain when the machine is destroyed, so that they are unmounted before it is. */
  readonly outlivesMachine: boolean
  mount(
    host: MountHost<Handle>,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]>
  unmount(
    host: MountHost<Handle>,
    mountPaths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]>
}

/** A filesystem that brings its own way of being mounted into a machine that has FUSE. */
export interface MountableFilesystem extends WorkspaceFilesystem {
  /** The same mounter for the same profile, whichever filesystem is asked, so that all are mounted at once. */
  createMounter(profile: MountProfile): Mounter
}
