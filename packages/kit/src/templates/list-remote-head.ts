import { execFile } from 'node:child_process'
import { processEnvironment } from '../options/environment.js'
import { gitEnvironment } from './git-environment.js'
import type { RepositoryAuthorization } from './repository-access.js'
import { repositoryError } from './repository-error.js'
import type { Repository } from './repository.js'

const mostOutputBytes = 64 * 1024
/** What `git` says, in English, where the host lets nobody in, or not with this token, or has no such repository. */
const refusals: readonly RegExp[] = [
  /^fatal: could not read (?:Username|Password) for /m,
  /^fatal: Authentication failed for /m,
  /^fatal: repository '.*' not found/m,
  // A page is shown instead, such as that where people sign in.
  /^fatal: .* not valid: is this a git repository\?/m,
  /^fatal: unable to update url base from redirection/m,
  /^fatal: unable to access .*: The requested URL returned error: (?:401|403|404|410|451)\b/m,
]

/**
 * Asks a host of repositories for the head of the default branch with `git`, which must be installed here. Throws `SandboxProviderError`,
 * whose text holds no secret: PERMISSION_DENIED where the host refuses.
 */
export async function listRemoteHead(
  repository: Repository,
  authorization: RepositoryAuthorization | undefined,
  limitMs: number,
): Promise<string> {
  const env = gitEnvironment(repository, authorization, processEnvironment())
  const options = { env, timeout: limitMs, maxBuffer: mostOutputBytes, windowsHide: true }
  return new Promise((resolve, reject) => {
    execFile('git', ['ls-remote', '--', repository.url, 'HEAD'], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.split(/\s/, 1)[0] ?? '')
      else reject(repositoryError(error.message, authorization, { isRefused: isRefusal(stderr) }))
    })
  })
}

/** Lines that the host itself sends begin with `remote:`, and are not looked at. */
function isRefusal(errorText: string): boolean {
  return refusals.some((refusal) => refusal.test(errorText))
}
