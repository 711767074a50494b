import { describe, expect, it } from 'vitest'
import { readRepository, RepositoryHeads } from '@caisson/kit/templates'

const token = 'a-token-of-a-host'
const authorization = { scheme: 'bearer', token } as const
const sha = '0123456789abcdef0123456789abcdef01234567'

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

  it('may fail: the last known head is told, with the reason', async () => {
    const heads = new RepositoryHeads()
    const { fetch } = answering(
      () => new Response(sha),
      () => new Response('', { status: 403 }),
      () => new Response('<html>'),
      () => {
        throw new TypeError(`cannot reach https://user:pass@host with ${token}`)
      },
    )
    await heads.find({ repository, authorization, fetch })
    for (const reason of ['status 403', 'no head', 'https://***@host with ***']) {
      const head = await heads.find({ repository, authorization, fetch })
      expect(head).toEqual({ sha, failure: expect.stringContaining(reason) })
    }
    const other = readRepository('https://github.com/owner/other')
    expect((await heads.find({ repository: other, fetch })).sha).toBeUndefined()
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
