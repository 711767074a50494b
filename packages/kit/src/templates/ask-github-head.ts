import { httpCall, type HttpAnswer } from '../http/http-call.js'
import type { RepositoryAuthorization } from './repository-access.js'
import { repositoryError } from './repository-error.js'
import type { Repository } from './repository.js'

const api = 'https://api.github.com'
const mostRedirections = 3
const mostAnswerBytes = 64 * 1024

export interface GithubQuestion {
  readonly repository: Repository
  readonly authorization: RepositoryAuthorization | undefined
  readonly fetch: typeof fetch
  readonly limitMs: number
}

/** Whether this host of repositories has an API that tells heads. */
export function hasGithubApi({ origin, segments }: Repository): boolean {
  return origin === 'https://github.com' && segments.length === 2
}

/**
 * Asks the API for the head of the default branch: one short answer, and no program is needed. Throws `SandboxProviderError`, and what
 * `httpCall` throws.
 */
export async function askGithubHead(question: GithubQuestion): Promise<string> {
  const { repository, authorization } = question
  const [owner = '', name = ''] = repository.segments
  let url = `${api}/repos/${owner}/${name}/commits/HEAD`
  for (let count = 0; count <= mostRedirections; count += 1) {
    const answer = await ask(question, url)
    if (answer.status === 200) return Buffer.from(answer.body).toString().trim()
    const next = nextPlace(answer, url)
    if (next === undefined) {
      throw repositoryError(`${url} answered with status ${answer.status}`, authorization)
    }
    url = next
  }
  throw repositoryError(`${url} leads on and on`, authorization)
}

async function ask({ fetch, authorization, limitMs }: GithubQuestion, url: string): Promise<HttpAnswer> {
  return httpCall({
    fetch,
    provider: 'github',
    method: 'GET',
    url,
    headers: {
      accept: 'application/vnd.github.sha',
      'user-agent': 'caisson',
      'x-github-api-version': '2022-11-28',
      ...(authorization === undefined ? {} : { authorization: `Bearer ${authorization.token}` }),
    },
    limitMs,
    mostBytes: mostAnswerBytes,
  })
}

/** Where a renamed repository is now; the token goes to no other host. */
function nextPlace({ status, headers }: HttpAnswer, url: string): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const next = location === null ? null : URL.parse(location, url)
  return next?.origin === api ? next.href : undefined
}
