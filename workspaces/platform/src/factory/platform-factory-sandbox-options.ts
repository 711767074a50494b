import type { FactorySettings } from '@caisson/kit/options'
import type { PlatformSandboxOptions } from '../options/index.js'
import type { RepoTemplateOptions } from '../templates/index.js'

/** What people may choose for sandboxes at the platform: 1 to 64 processors, 512 to 65536 MiB, 1 to 1440 minutes. */
export interface PlatformFactorySandboxSettings extends FactorySettings {}

/** Options of `PlatformFactorySandbox`: those of `PlatformSandbox`, but for what is of one session. */
export interface PlatformFactorySandboxOptions extends Omit<
  PlatformSandboxOptions,
  'id' | 'sandboxId' | 'sessionId' | 'template'
> {
  /** Hold where a setting is left out. Default: 2 processors, 1024 MiB, and the option `idleTimeoutMinutes`, else 5 minutes. */
  defaults?: PlatformFactorySandboxSettings | undefined
  /** What templates of repositories are made with, beside the repository and the settings. */
  template?: Pick<RepoTemplateOptions, 'buildEnv' | 'fetch'> | undefined
}
