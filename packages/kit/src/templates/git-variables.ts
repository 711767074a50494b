import type { EnvironmentSource } from '../options/environment.js'
import type { Repository } from './repository.js'
import type { RepositoryAuthorization } from './repository-access.js'

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
  const settings: readonly (readonly [string, string])[] = [
    ['credential.helper', ''],
    ...(authorization === undefined
      ? []
      : [[`http.${origin}/.extraHeader`, `Authorization: ${basicAuthorization(authorization.token)}`] as const]),
  ]
  const variables = settings.flatMap(([name, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${first + index}`, name],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ])
  return {
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(first + settings.length),
    ...Object.fromEntries(variables),
  }
}

/** What hosts of repositories take for a user whose password is a token. */
function basicAuthorization(token: string): string {
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
}
