import type { RepoDefaultTemplate } from './repo-template-options.js'

/** What a template of a repository is named by. */
export interface RepoTemplateIdentity {
  /** An `https` address, such as `https://github.com/owner/name`. */
  readonly cloneUrl: string
  /** The commit; without one, what was built last. */
  readonly sha?: string | undefined
  readonly setupCommand?: string | readonly string[] | undefined
  /** The variables, or their names where a function makes them. */
  readonly buildEnv?: Readonly<Record<string, string>> | readonly string[] | undefined
  /** Default 2. */
  readonly cpuCount?: number | undefined
  /** In MiB. Default 1024. */
  readonly memoryMB?: number | undefined
  /** Default `/home/user`. */
  readonly workingDirectory?: string | undefined
  /** Default: the default mountable template. */
  readonly baseTemplate?: string | undefined
  readonly defaultTemplate?: RepoDefaultTemplate | undefined
}
