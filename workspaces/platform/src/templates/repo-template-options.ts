import type { Logger } from '@caisson/core/workspace'
import type { RepositoryAccess } from '@caisson/kit/templates'

/** What `createRepoTemplate` makes templates of. */
export interface RepoTemplateOptions {
  /** Says where the repository is and who may read it, asked each time a machine is made. `undefined`: there is no repository. */
  readonly getRepositoryAccess: (() => Promise<RepositoryAccess | undefined>) | undefined
  /** Run in the clone, one after the other, such as `npm ci`. Blank ones are left out. */
  readonly setupCommand?: string | readonly string[] | undefined
  /** Variables for the build alone; they reach no sandbox. */
  readonly buildEnv?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined
  /** How many processors machines have. Default: the platform's. */
  readonly cpuCount?: number | undefined
  /** How much memory machines have, in MiB. Default: the platform's. */
  readonly memoryMB?: number | undefined
  /** Where the clone is put, below its own name: absolute. Default `/workspace`. */
  readonly workingDirectory?: string | undefined
  /** For hosts of repositories with an API. Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
  /** Told when a repository cannot be had. Default: the logger of the sandbox whose machine is made. */
  readonly logger?: Logger | undefined
}
