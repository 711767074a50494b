import { afterEach, describe, expect, it, vi } from 'vitest'
import { readRepository, RepositoryHeads } from '@caisson/kit/templates'

const token = 'a-token-of-a-host'
const authorization = { scheme: 'bearer', token } as const
const sha = '0123456789abcdef0123456789abcdef01234567'

afterEach(() => vi.useRealTimers())

describe('github.com', () => {
  const repository = readRepository('https://github.com/owner/name.git')
  interface Asked {
    readonly url: string
    readonly headers: Headers
  }
  function answering(...answers: readonly (() => Response)[]): { fetch: typeof fetch; asked: Asked[] } {
    const asked: Asked[] = []
    const answer = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      asked.push({ url: url instanceof Request ? url.url : url.toString(), headers: new Headers(init?.headers) })
      return answers[asked.length - 1]?.() ?? Response.error()
    }
    return { fetch: answer, asked }
  }

  it('is asked by its API, with the token in a header', async () => {
    const { fetch, asked } = answering(() => new Response(`${sha.toUpperCase()}\n`))
    expect(await new RepositoryHeads().find({ repository, authorization, fetch })).toEqual({ sha })
    expect(asked.map(({ url }) => url)).toEqual(['https://api.github.com/repos/owner/name/commits/HEAD'])
    const [{ headers } = { headers: new Headers() }] = asked
    expect(headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(headers.get('accept')).toBe('application/vnd.github.sha')
    expect(headers.get('x-github-api-version')).toBe('2022-11-28')
  })

  it('is asked without a token for what is open to all', async () => {
    const { fetch, asked } = answering(() => new Response(sha))
    await new RepositoryHeads().find({ repository, fetch })
    expect(asked[0]?.headers.has('authorization')).toBe(false)
  })

  it('may lead to the new place of a repository, but not to another host', async () => {
    const moved = (location: string): Response => new Response(null, { status: 301, headers: { location } })
    const { fetch, asked } = answering(
      () => moved('/repositories/7/commits/HEAD'),
      () => new Response(sha),
    )
    expect(await new RepositoryHeads().find({ repository, authorization, fetch })).toEqual({ sha })
    expect(asked[1]?.url).toBe('https://api.github.com/repositories/7/commits/HEAD')
    const elsewhere = answering(() => moved('https://elsewhere.example/'))
    const head = await new RepositoryHeads().find({ repository, authorization, fetch: elsewhere.fetch })
    expect(head).toEqual({ sha: undefined, failure: expect.stringContaining('status 301') })
    expect(elsewhere.asked).toHaveLength(1)
  })

  it('is asked for 10 seconds, however often it leads on', async () => {
    vi.useFakeTimers()
    let asked = 0
    const fetch = async (): Promise<Response> => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, 4000))
      const location = `/repositories/${asked}/commits/HEAD`
      return asked < 4 ? new Response(null, { status: 301, headers: { location } }) : new Response(sha)
    }
    const head = new RepositoryHeads().find({ repository, fetch })
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await Promise.race([head, Promise.resolve('no answer')])).toEqual({
      sha: undefined,
      failure: expect.any(String),
    })
    expect(asked).toBe(3)
  })

  it('may fail: the last known head is told, with the reason', async () => {
    const heads = new RepositoryHeads()
    const { fetch } = answering(
      () => new Response(sha),
      () => new Response('', { status: 503 }),
      () => new Response('', { status: 429 }),
      () => new Response('', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }),
      () => new Response('', { status: 403, headers: { 'retry-after': '60' } }),
      () => new Response('{"message":"You have exceeded a secondary rate limit."}', { status: 403 }),
      () => new Response('<html>'),
      () => {
        throw new TypeError(`cannot reach https://user:pass@host with ${token}`)
      },
    )
    await heads.find({ repository, authorization, fetch })
    for (const reason of [503, 429, 403, 403, 403, 'no head', 'https://***@host with ***']) {
      const head = await heads.find({ repository, authorization, fetch })
      expect(head).toEqual({ sha, failure: expect.stringContaining(String(reason)) })
    }
    const other = readRepository('https://github.com/owner/other')
    expect((await heads.find({ repository: other, fetch })).sha).toBeUndefined()
  })

  it.each([401, 403, 404, 410, 451])('may refuse with status %i: no head is told, not even later', async (status) => {
    const heads = new RepositoryHeads()
    const { fetch } = answering(
      () => new Response(sha),
      () => new Response('', { status }),
      () => new Response('', { status: 503 }),
    )
    await heads.find({ repository, authorization, fetch })
    const refused = await heads.find({ repository, authorization, fetch })
    const failure = expect.stringContaining(`status ${status}`)
    expect(refused).toEqual({ sha: undefined, failure, isRefused: true })
    const later = await heads.find({ repository, authorization, fetch })
    expect(later).toEqual({ sha: undefined, failure: expect.stringContaining('status 503') })
  })

  it('is remembered for those who have found it alone', async () => {
    const heads = new RepositoryHeads()
    const down = async (): Promise<Response> => new Response('', { status: 500 })
    const other = { scheme: 'bearer', token: 'a-token-of-another' } as const
    await heads.find({ repository, authorization, fetch: async () => new Response(sha) })
    expect((await heads.find({ repository, authorization: other, fetch: down })).sha).toBeUndefined()
    expect((await heads.find({ repository, fetch: down })).sha).toBeUndefined()
    expect((await heads.find({ repository, authorization, fetch: down })).sha).toBe(sha)
  })

  it('is remembered for the last thousand repositories only', async () => {
    const heads = new RepositoryHeads()
    const find = (index: number, isThere: boolean): Promise<{ sha: string | undefined }> => {
      const each = readRepository(`https://github.com/owner/n${index}`)
      const fetch = async (): Promise<Response> => (isThere ? new Response(sha) : new Response('', { status: 500 }))
      return heads.find({ repository: each, fetch })
    }
    for (let index = 0; index <= 1000; index += 1) await find(index, true)
    expect((await find(0, false)).sha).toBeUndefined()
    expect((await find(1, false)).sha).toBe(sha)
  })
})
