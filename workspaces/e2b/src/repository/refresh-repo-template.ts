import { silentLogger } from '@caisson/core/driver'
import { invalidArgument } from '@caisson/core/workspace'
import { resolveE2BOptions } from '../options/index.js'
import { ensureNamedTemplate } from '../templates/ensure-named-template.js'
import { checkMembers } from '../templates/resolve/known-members.js'
import type { RepoTemplateConnection } from './repo-template-connection.js'
import type { RepoTemplateOptions } from './repo-template-options.js'
import { readRepoTemplateSettings } from './repo-template-settings.js'
import { resolveRepoSpec } from './resolve-repo-spec.js'

const defaultTimeoutMs = 15 * 60_000
const connectionMembers = [
  'apiKey',
  'accessToken',
  'domain',
  'apiUrl',
  'abortSignal',
  'buildTimeoutMs',
  'onBuildLog',
  'logger',
] as const satisfies readonly (keyof RepoTemplateConnection)[]

/** What was done for a template. */
export interface RefreshedRepoTemplate {
  /** What sandboxes of the same options are made from now. */
  readonly ref: string
  readonly action: 'reused' | 'built'
  /** The commit; absent where the host of the repository did not tell one. `ref` then is what was built last. */
  readonly sha?: string | undefined
}

/**
 * Has the template of a repository built at the head of its default branch, unless it is there, so that the next session does not start with
 * an older one: for a timer, or for when something was merged. Waits for the build; one that is under way, here or in another program, is
 * joined.
 *
 * Rejects with what failed: INVALID_ARGUMENT, NOT_FOUND where there is no repository, PERMISSION_DENIED where its host refuses the access,
 * EXECUTION_FAILED with the last lines of the build's log, `SandboxTimeoutError`, UNAUTHENTICATED and the like, the reason of `abortSignal`,
 * and what the functions of the options throw. A host that does not answer is a warning, and `sha` is absent.
 */
export async function refreshRepoTemplate(
  options: RepoTemplateOptions,
  connection: RepoTemplateConnection = {},
): Promise<RefreshedRepoTemplate> {
  const settings = readRepoTemplateSettings(options)
  const { getRepositoryAccess } = options
  checkMembers('connection', connection, connectionMembers)
  const { abortSignal: signal, buildTimeoutMs, onBuildLog, logger: given, ...account } = connection
  const limitMs = readTimeout(buildTimeoutMs)
  const logger = settings.logger ?? given ?? silentLogger
  const resolved = resolveE2BOptions(account)
  if (getRepositoryAccess === undefined) {
    throw invalidArgument({ name: 'getRepositoryAccess', expected: 'a function', given: getRepositoryAccess })
  }
  const found = await resolveRepoSpec({ getRepositoryAccess, settings, logger, signal, takesLastKnown: false })
  const { spec, sha } = found
  const action = await ensureNamedTemplate(spec, resolved, { signal, limitMs, onBuildLog, logger })
  return { ref: spec.ref, action, ...(sha === undefined ? {} : { sha }) }
}

function readTimeout(given: number = defaultTimeoutMs): number {
  if (typeof given === 'number' && given > 0) return given
  throw invalidArgument({ name: 'buildTimeoutMs', expected: 'a number of milliseconds above 0', given })
}
