import { sh, type ShellCommand } from '@caisson/core/driver'
import { credentialSettings } from './credential-settings.js'
import type { Repository } from './repository.js'

export interface CloneOptions {
  readonly repository: Repository
  /** Absolute; made by the clone. */
  readonly directory: string
  /** The commit that is wanted; without one, the head of the default branch. */
  readonly sha: string | undefined
  /** The variable that holds the token while the commands run: letters, digits and `_`. Without one, the repository is open to everybody. */
  readonly tokenVariable?: string | undefined
}

/**
 * Commands that clone a repository, each a step of its own. The token stays in the environment: it comes neither into arguments, which other
 * users can read, nor into the configuration of the clone, which stays on the disk.
 */
export function cloneCommands(options: CloneOptions): readonly ShellCommand[] {
  const { repository, directory, sha } = options
  const before = settings(options)
  const clone = sh`${before}git clone --depth 1 --single-branch -- ${repository.url} ${directory}`
  if (sha === undefined) return [clone]
  return [
    clone,
    sh`${before}git -C ${directory} fetch --depth 1 origin ${sha}`,
    sh`git -C ${directory} checkout --detach ${sha}`,
  ]
}

/** Configuration that the environment brings already stays. */
function settings({ repository, tokenVariable }: CloneOptions): ShellCommand {
  const quiet = sh`export GIT_TERMINAL_PROMPT=0; `
  if (tokenVariable === undefined) return quiet
  const given = credentialSettings(repository.origin, tokenVariable)
  const variables = given.map(
    ([name, value], index) =>
      sh`"GIT_CONFIG_KEY_$((n + ${index}))"=${name} "GIT_CONFIG_VALUE_$((n + ${index}))"=${value}`,
  )
  return sh`${quiet}n=\${GIT_CONFIG_COUNT:-0} && export GIT_CONFIG_COUNT=$((n + ${given.length})) ${variables} && `
}
