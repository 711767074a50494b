import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneCommands, readRepository, RepositoryHeads } from '@caisson/kit/templates'
import { type GitHost, startGitHost } from './git-host.js'

const token = 'a-token-of-a-host'
const authorization = { scheme: 'bearer', token } as const
const sha = '0123456789abcdef0123456789abcdef01234567'

afterEach(() => vi.unstubAllEnvs())

describe('github.com', () => {
  const repository = readRepository('https://github.com/owner/name.git')
  interface Asked {
    readonly url: string
    readonly headers: Headers
  }
  function answering(...answers: readonly (() => Response)[]): { fetch: typeof fetch; asked: Asked[] } {
    const asked: Asked[] = []
    const answer = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      asked.push({ url: String(url), headers: new Headers(init?.headers) })
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

describe('other hosts', () => {
  let host: GitHost | undefined
  let directory = ''

  beforeAll(async () => {
    host = await startGitHost(token)
    directory = await mkdtemp(path.join(tmpdir(), 'caisson-clones-'))
  })
  afterAll(async () => {
    await host?.close()
    await rm(directory, { recursive: true, force: true })
  })

  function current(): GitHost {
    if (host === undefined) throw new TypeError('the host has not started')
    vi.stubEnv('GIT_SSL_CAINFO', host.certificateFile)
    return host
  }

  const run = promisify(execFile)

  it('are asked by git', async () => {
    const { origin, commit } = current()
    const repository = readRepository(`${origin}/team/project`)
    const heads = new RepositoryHeads()
    const first = await commit('a', '1')
    expect(await heads.find({ repository, authorization })).toEqual({ sha: first })
    const second = await commit('b', '2')
    expect(await heads.find({ repository, authorization })).toEqual({ sha: second })
    const refused = await heads.find({ repository, authorization: { scheme: 'bearer', token: 'another-token' } })
    expect(refused).toEqual({ sha: second, failure: expect.stringContaining('git ls-remote') })
    expect(refused.failure).not.toContain('another-token')
    expect(refused.failure).not.toContain(Buffer.from('x-access-token:another-token').toString('base64'))
  })

  it('get no credentials of this computer, and no questions are asked', async () => {
    const { origin, authorizations } = current()
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'credential.helper')
    vi.stubEnv('GIT_CONFIG_VALUE_0', '!printf "username=me\\npassword=mine\\n"; :')
    const before = authorizations.length
    const repository = readRepository(`${origin}/team/project`)
    expect((await new RepositoryHeads().find({ repository })).failure).toBeDefined()
    expect(authorizations.slice(before)).toEqual([''])
  })

  it('keep configuration that the environment brings', async () => {
    const { origin, commit, authorizations } = current()
    const head = await commit('c', '3')
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', `url.${origin}/.insteadOf`)
    vi.stubEnv('GIT_CONFIG_VALUE_0', 'https://other.example/')
    const repository = readRepository('https://other.example/team/project')
    const before = authorizations.length
    const found = await new RepositoryHeads().find({ repository, authorization })
    // The token is for the host that was named, and goes nowhere else.
    expect(found.failure).toBeDefined()
    expect(authorizations.slice(before)).toEqual([''])
    const named = readRepository(`${origin}/team/project`)
    expect((await new RepositoryHeads().find({ repository: named, authorization })).sha).toBe(head)
  })

  it('are cloned by commands that keep the token to themselves', async () => {
    const { origin, commit, certificateFile } = current()
    const wanted = await commit('wanted', 'yes')
    await commit('later', 'no')
    const clone = path.join(directory, "it's a clone")
    const repository = readRepository(`${origin}/team/project`)
    const commands = cloneCommands({ repository, directory: clone, sha: wanted, tokenVariable: 'TOKEN' })
    expect(commands.map(String).join()).not.toContain(token)
    const env = { PATH: process.env['PATH'], HOME: directory, TOKEN: token, GIT_SSL_CAINFO: certificateFile }
    for (const command of commands) await run('/bin/sh', ['-c', command.text], { env })
    expect(await readdir(clone)).toEqual(expect.arrayContaining(['a', 'wanted']))
    expect(await readdir(clone)).not.toContain('later')
    expect(await readFile(path.join(clone, '.git/config'), 'utf8')).not.toMatch(/Authorization|extraHeader/i)
    const { stdout } = await run('grep', ['-rl', token, clone]).catch(({ stdout: none }: { stdout: string }) => ({
      stdout: none,
    }))
    expect(stdout).toBe('')
    const shallow = await run('git', ['-C', clone, 'rev-parse', '--is-shallow-repository', 'HEAD'])
    expect(shallow.stdout).toBe(`true\n${wanted}\n`)
  })
})
