import { execFile } from 'node:child_process'
import { processEnvironment } from '../options/environment.js'
import { gitEnvironment } from './git-environment.js'
import type { RepositoryAuthorization } from './repository-access.js'
import { repositoryError } from './repository-error.js'
import type { Repository } from './repository.js'

const mostOutputBytes = 64 * 1024

/**
 * Asks a host of repositories for the head of the default branch with `git`, which must be installed here. Throws `SandboxProviderError`,
 * whose text holds no secret.
 */
export async function listRemoteHead(
  repository: Repository,
  authorization: RepositoryAuthorization | undefined,
  limitMs: number,
): Promise<string> {
  const env = gitEnvironment(repository, authorization, processEnvironment())
  const options = { env, timeout: limitMs, maxBuffer: mostOutputBytes, windowsHide: true }
  return new Promise((resolve, reject) => {
    execFile('git', ['ls-remote', '--', repository.url, 'HEAD'], options, (error, stdout) => {
      if (error === null) resolve(stdout.split(/\s/, 1)[0] ?? '')
      else reject(repositoryError(error.message, authorization))
    })
  })
}
