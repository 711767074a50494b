import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { EnvironmentSource } from '../options/environment.js'

type Setting = readonly [name: string, value: string]

/**
 * Settings, as names and values, of a `git` on this computer that is to know no passwords of the file `.netrc` of this computer's user: it would
 * try them before it asks for any, so that whoever may read a repository would not be who was given.
 *
 * `hasToken`: whether it is to answer with a token.
 */
export function netrcSettings(hasToken: boolean, environment: EnvironmentSource): readonly Setting[] {
  // Without a value: none is sent, wherever it would come from.
  if (!hasToken) return [['http.extraHeader', 'Authorization:']]
  // Takes the place of what would be looked up. Hosts count it as a failed attempt, so only where it is needed.
  return hasNetrc(environment) ? [['http.emptyAuth', 'true']] : []
}

function hasNetrc({ HOME, USERPROFILE }: EnvironmentSource): boolean {
  const home = HOME ?? USERPROFILE ?? homedir()
  return ['.netrc', '_netrc'].some((name) => existsSync(path.join(home, name)))
}
