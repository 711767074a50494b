import type { SandboxOptions } from '../base-sandbox-options.js'
import type { IsolationBackend } from './isolation/isolation-backend.js'
import type { NativeSandboxConfig } from './isolation/native-sandbox-config.js'

/** Options of `LocalSandbox`. */
export interface LocalSandboxOptions extends SandboxOptions {
  /**
   * The directory that is the sandbox; made when it is missing. `~` is the home directory, a relative path starts at the
   * directory of the host process. Default: `.sandbox` there.
   */
  workingDirectory?: string | undefined
  /**
   * Limit of `executeCommand` in milliseconds when a call gives none; 0 means no limit. Does not apply to
   * `processes.spawn`. Default 30 000.
   */
  timeout?: number | undefined
  /**
   * Give commands the host's whole environment, secrets included. Default false: they get only basics such as `PATH`,
   * `HOME` and `LANG`, and what `env` says.
   */
  inheritEnv?: boolean | undefined
  /** How commands are kept apart from the host. There is no silent fallback to a weaker one. Default `none`. */
  isolation?: IsolationBackend | undefined
  /** What an isolated sandbox may see and do. */
  nativeSandbox?: NativeSandboxConfig | undefined
  /**
   * Name of the checkpoint that `snapshot()` saves to, and that an empty working directory is filled from at a start.
   * Letters, digits, `.`, `_` and `-`, beginning with a letter or digit.
   */
  checkpointName?: string | undefined
  /** Checkpoint to start from when `checkpointName` has no stored state. */
  seedCheckpointName?: string | undefined
  /** Where checkpoints are stored. Default: `.checkpoints` beside the working directory. */
  checkpointsDirectory?: string | undefined
}
