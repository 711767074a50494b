import { createHash } from 'node:crypto'
import { SandboxError } from '@caisson/core/workspace'
import { askGithubHead, hasGithubApi } from './ask-github-head.js'
import { LeastRecentlyUsed } from './least-recently-used.js'
import { listRemoteHead } from './list-remote-head.js'
import { redactRepositoryText } from './redact-repository-text.js'
import type { RepositoryAuthorization } from './repository-access.js'
import { repositoryError } from './repository-error.js'
import type { Repository } from './repository.js'

const limitMs = 10_000
const mostRemembered = 1000

/** The head of a default branch. */
export interface RepositoryHead {
  /**
   * The commit: the present one or, where the host did not answer, the last that was found with the same access; `undefined` where none ever
   * was, and where the host refuses.
   */
  readonly sha: string | undefined
  /** Why the present one could not be had, without secrets. */
  readonly failure?: string | undefined
  /**
   * True where the host has answered that this access may not read the repository, or that there is none: hosts do not tell these apart. Nothing
   * that was made of the repository is for whoever asked, then. A host that could not be reached, or had no time, says nothing about that.
   */
  readonly isRefused?: boolean | undefined
}

export interface HeadQuestion {
  readonly repository: Repository
  readonly authorization?: RepositoryAuthorization | undefined
  /** For hosts with an API. Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
}

/** Finds out where default branches are, and remembers it, for each access apart, for when that fails. */
export class RepositoryHeads {
  readonly #known = new LeastRecentlyUsed<string>(mostRemembered)

  /** The head of the default branch, asked for at each call, at most for 10 seconds. Never rejects. */
  async find(question: HeadQuestion): Promise<RepositoryHead> {
    const key = accessKey(question)
    try {
      const sha = await askHead(question)
      this.#known.set(key, sha)
      return { sha }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const failure = redactRepositoryText(message, [question.authorization?.token])
      if (!isRefusal(error)) return { sha: this.#known.get(key), failure }
      this.#known.delete(key)
      return { sha: undefined, failure, isRefused: true }
    }
  }
}

/** What one may read says nothing about what another may. The token itself is not kept. */
function accessKey({ repository, authorization }: HeadQuestion): string {
  if (authorization === undefined) return repository.url
  return `${repository.url} ${createHash('sha256').update(authorization.token).digest('hex')}`
}

function isRefusal(error: unknown): boolean {
  return SandboxError.isInstance(error) && error.code === 'PERMISSION_DENIED'
}

async function askHead({ repository, authorization, fetch: given }: HeadQuestion): Promise<string> {
  const answer = hasGithubApi(repository)
    ? await askGithubHead({ repository, authorization, fetch: given ?? fetch, limitMs })
    : await listRemoteHead(repository, authorization, limitMs)
  const sha = answer.toLowerCase()
  // Longer ones are of repositories that use SHA-256.
  if (/^[0-9a-f]{7,64}$/.test(sha)) return sha
  throw repositoryError(`${repository.url} has no head that can be read`, authorization)
}
