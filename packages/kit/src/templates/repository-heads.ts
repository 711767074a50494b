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
  /** The commit: the present one or, where that could not be had, the last that was; `undefined` where none ever was. */
  readonly sha: string | undefined
  /** Why the present one could not be had, without secrets. */
  readonly failure?: string | undefined
}

export interface HeadQuestion {
  readonly repository: Repository
  readonly authorization?: RepositoryAuthorization | undefined
  /** For hosts with an API. Default: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
}

/** Finds out where default branches are, and remembers it for when that fails. */
export class RepositoryHeads {
  readonly #known = new LeastRecentlyUsed<string>(mostRemembered)

  /** The head of the default branch, asked for at each call, at most for 10 seconds. Never rejects. */
  async find(question: HeadQuestion): Promise<RepositoryHead> {
    const { url } = question.repository
    try {
      const sha = await askHead(question)
      this.#known.set(url, sha)
      return { sha }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { sha: this.#known.get(url), failure: redactRepositoryText(message, [question.authorization?.token]) }
    }
  }
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
