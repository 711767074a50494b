import type { Logger } from '@caisson/core/workspace'
import type { RepositoryAccess } from '@caisson/kit/templates'
import type { MountableTemplateOptions } from '../templates/mountable/mountable-options.js'

/** What the default mountable template is made of, but for its size, which is the repository's. */
export type RepoDefaultTemplate = Omit<MountableTemplateOptions, 'cpuCount' | 'memoryMB'>

/** Variables for setup commands: fixed ones, or a function that mints them for each build. */
type RepoBuildEnv = Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>)

/** What `createRepoTemplate` makes templates of. */
export interface RepoTemplateOptions {
  /**
   * Says where the repository is and who may read it, asked each time a machine is made. The option itself `undefined`: there is no
   * repository, and no template of one.
   */
  readonly getRepositoryAccess: (() => Promise<RepositoryAccess | undefined>) | undefined
  /** Run in the clone, one after the other, such as `npm ci`. Blank ones are left out. */
  readonly setupCommand?: string | readonly string[] | undefined
  /**
   * Variables for the setup commands alone. They reach no sandbox, no text of a command and no log. E2B keeps the files that builds upload,
   * and they are in one: give it secrets that live for minutes, such as tokens minted by a function. The name of the template is made from
   * names and values, or of a function from the names only.
   */
  readonly buildEnv?: RepoBuildEnv | undefined
  /** How many processors machines have. Default 2. */
  readonly cpuCount?: number | undefined
  /** How much memory machines have, in MiB. Default 1024. */
  readonly memoryMB?: number | undefined
  /** Where the clone is put, below its own name: absolute. Default `/home/user`. */
  readonly workingDirectory?: string | undefined
  /** Name or id of a template at E2B that the clone is put on; it needs `git`. Default: what the default mountable template has. */
  readonly baseTemplate?: string | undefined
  /** What the default mountable template has, as in the options of sandboxes. Not used beside `baseTemplate`. */
  readonly defaultTemplate?: RepoDefaultTemplate | undefined
  /** For hosts of repositories with an API. Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
  /** Told when a head cannot be had. Default: the sandbox's own. */
  readonly logger?: Logger | undefined
}
