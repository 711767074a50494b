import { currentTimeMs } from '@caisson/core/driver'
import { httpCall, type HttpAnswer } from '../http/http-call.js'
import type { RepositoryAuthorization } from './repository-access.js'
import { repositoryError } from './repository-error.js'
import type { Repository } from './repository.js'

const api = 'https://api.github.com'
const mostRedirections = 3
const mostAnswerBytes = 64 * 1024
/** The last two: gone, and withheld for legal reasons. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 410, 451])

export interface GithubQuestion {
  readonly repository: Repository
  readonly authorization: RepositoryAuthorization | undefined
  readonly fetch: typeof fetch
  /** For the answer, however often the API leads on to another place. */
  readonly limitMs: number
}

/** Whether this host of repositories has an API that tells heads. */
export function hasGithubApi({ origin, segments }: Repository): boolean {
  return origin === 'https://github.com' && segments.length === 2
}

/**
 * Asks the API for the head of the default branch: one short answer, and no program is needed. Throws `SandboxProviderError`,
 * PERMISSION_DENIED where the API refuses, and what `httpCall` throws.
 */
export async function askGithubHead(question: GithubQuestion): Promise<string> {
  const { repository, authorization } = question
  const [owner = '', name = ''] = repository.segments
  const endsAtMs = currentTimeMs() + question.limitMs
  let url = `${api}/repos/${owner}/${name}/commits/HEAD`
  for (let count = 0; count <= mostRedirections; count += 1) {
    const answer = await ask({ ...question, limitMs: Math.max(endsAtMs - currentTimeMs(), 1) }, url)
    if (answer.status === 200) return Buffer.from(answer.body).toString().trim()
    const next = nextPlace(answer, url)
    if (next === undefined) {
      throw repositoryError(`${url} answered with status ${answer.status}`, authorization, {
        isRefused: isRefusal(answer),
      })
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

function isRefusal(answer: HttpAnswer): boolean {
  return refusals.has(answer.status) && !isLimit(answer)
}

/** A limit of requests has the status of a refusal as well, and says in a header or in its text that it is one. */
function isLimit({ headers, body }: HttpAnswer): boolean {
  const isInHeader = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')
  return isInHeader || /rate limit/i.test(Buffer.from(body).toString())
}

/** Where a renamed repository is now; the token goes to no other host. */
function nextPlace({ status, headers }: HttpAnswer, url: string): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const next = location === null ? null : URL.parse(location, url)
  return next?.origin === api ? next.href : undefined
}
