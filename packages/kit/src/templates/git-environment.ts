import type { EnvironmentSource } from '../options/environment.js'
import { gitVariables } from './git-variables.js'
import type { Repository } from './repository.js'
import type { RepositoryAuthorization } from './repository-access.js'

/** Set where this program was started by a hook of `git`, which would then work on that repository instead. */
const variablesOfHooks: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
])

/**
 * The whole environment of a `git` on this computer that reads one repository: that of this program, without what binds `git` to another
 * repository, and with what makes it ask nobody. Its texts are English. Holds the token: never log it.
 */
export function gitEnvironment(
  repository: Repository,
  authorization: RepositoryAuthorization | undefined,
  environment: EnvironmentSource,
): Record<string, string | undefined> {
  const own = Object.entries(environment).filter(([name]) => !variablesOfHooks.has(name))
  // An empty one asks nobody, where editors have set one that opens a window.
  const quiet = { ...gitVariables(repository, authorization, environment), GIT_ASKPASS: '' }
  return { ...Object.fromEntries(own), ...quiet, LC_ALL: 'C' }
}
