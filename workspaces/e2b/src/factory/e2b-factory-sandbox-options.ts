import type { FactorySettings } from '@caisson/kit/options'
import type { E2BSandboxOptions } from '../options/index.js'
import type { RepoTemplateOptions } from '../repository/index.js'

/** What people may choose for sandboxes at E2B: 1 to 8 processors, 512 to 65536 MiB, 1 to 1440 minutes. */
export interface E2BFactorySandboxSettings extends FactorySettings {}

/** Options of `E2BFactorySandbox`: those of `E2BSandbox`, but for what is of one session. */
export interface E2BFactorySandboxOptions extends Omit<E2BSandboxOptions, 'id' | 'sandboxId' | 'template'> {
  /** Hold where a setting is left out. Default: 2 processors, 1024 MiB, and `timeout`, else 5 minutes. */
  defaults?: E2BFactorySandboxSettings | undefined
  /** What templates of repositories are made with, beside the repository and the settings. */
  template?: Pick<RepoTemplateOptions, 'baseTemplate' | 'buildEnv' | 'fetch'> | undefined
}
