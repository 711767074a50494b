import type { Logger } from '@caisson/core/workspace'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { E2BSandboxOptions } from '../options/index.js'

/** How `refreshRepoTemplate` reaches E2B, and how long it waits. Credentials and addresses that are absent come from the environment. */
export interface RepoTemplateConnection extends Pick<
  E2BSandboxOptions,
  'apiKey' | 'accessToken' | 'domain' | 'apiUrl'
> {
  /** Ends the wait, never the build. */
  readonly abortSignal?: AbortSignal | undefined
  /** Longest wait for the build in milliseconds. Default 900 000. */
  readonly buildTimeoutMs?: number | undefined
  /** Gets the lines of the build as they come. */
  readonly onBuildLog?: ((entry: BuildLogEntry) => void) | undefined
  /** Gets them as well, and warnings, unless the options name another one. Default: nobody does. */
  readonly logger?: Logger | undefined
}
