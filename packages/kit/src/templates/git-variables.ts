import type { EnvironmentSource } from '../options/environment.js'
import { credentialSettings } from './credential-settings.js'
import { netrcSettings } from './netrc-settings.js'
import type { Repository } from './repository.js'
import type { RepositoryAuthorization } from './repository-access.js'

const tokenVariable = 'CAISSON_GIT_TOKEN'

/**
 * Variables that make `git` ask nobody, use no credentials of this computer's user, and send a token to one host only. A token in arguments
 * could be read by everybody on the computer. Configuration that the environment brings already stays.
 */
export function gitVariables(
  { origin }: Repository,
  authorization: RepositoryAuthorization | undefined,
  environment: EnvironmentSource,
): Record<string, string> {
  const given = Number.parseInt(environment['GIT_CONFIG_COUNT'] ?? '0', 10)
  const first = Number.isSafeInteger(given) && given > 0 ? given : 0
  const hasToken = authorization !== undefined
  const settings = [
    ...credentialSettings(origin, hasToken ? tokenVariable : undefined),
    ...netrcSettings(hasToken, environment),
  ]
  const variables = settings.flatMap(([name, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${first + index}`, name],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ])
  return {
    ...(hasToken ? { [tokenVariable]: authorization.token } : {}),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(first + settings.length),
    ...Object.fromEntries(variables),
  }
}
