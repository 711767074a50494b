import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneCommands, readRepository, RepositoryHeads, type RepositoryHead } from '@caisson/kit/templates'
import { type GitHost, startGitHost } from '@caisson/testing/git-host'

const token = 'a-token-of-a-host'
const authorization = { scheme: 'bearer', token } as const

afterEach(() => vi.unstubAllEnvs())

describe('repositories of any host', () => {
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
    expect(refused).toEqual({ sha: undefined, failure: expect.stringContaining('git ls-remote'), isRefused: true })
    expect(refused.failure).not.toContain('another-token')
    expect(refused.failure).not.toContain(Buffer.from('x-access-token:another-token').toString('base64'))
  })

  it('may refuse, which is not the same as no answer', async () => {
    const { origin } = current()
    const find = async (url: string, given?: typeof authorization): Promise<RepositoryHead> =>
      new RepositoryHeads().find({ repository: readRepository(url), authorization: given })
    const refused = { sha: undefined, failure: expect.any(String), isRefused: true }
    expect(await find(`${origin}/team/project`)).toEqual(refused)
    expect(await find(`${origin}/team/no-project`, authorization)).toEqual(refused)
    expect(await find('https://127.0.0.1:1/team/project')).toEqual({ sha: undefined, failure: expect.any(String) })
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

  it('get nothing of the file of passwords of this user, which git reads by itself', async () => {
    const { origin, commit } = current()
    const head = await commit('d', '4')
    const home = await mkdtemp(path.join(directory, 'home-'))
    const passwords = `machine 127.0.0.1 login x-access-token password ${token}\n`
    await writeFile(path.join(home, '.netrc'), passwords, { mode: 0o600 })
    vi.stubEnv('HOME', home)
    const repository = readRepository(`${origin}/team/project`)
    const heads = new RepositoryHeads()
    expect((await heads.find({ repository })).isRefused).toBe(true)
    const wrong = { scheme: 'bearer', token: 'another-token' } as const
    expect((await heads.find({ repository, authorization: wrong })).isRefused).toBe(true)
    await writeFile(path.join(home, '.netrc'), passwords.replace(token, 'another-token'))
    expect(await heads.find({ repository, authorization })).toEqual({ sha: head })
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
    await writeFile(path.join(directory, '.gitconfig'), '[credential]\n\thelper = store\n')
    const env = { PATH: process.env['PATH'], HOME: directory, TOKEN: token, GIT_SSL_CAINFO: certificateFile }
    for (const command of commands) await run('/bin/sh', ['-c', command.text], { env })
    expect(await readdir(clone)).toEqual(expect.arrayContaining(['a', 'wanted']))
    expect(await readdir(clone)).not.toContain('later')
    expect(await readFile(path.join(clone, '.git/config'), 'utf8')).not.toMatch(/credential|extraHeader/i)
    const { stdout } = await run('grep', ['-rl', token, directory]).catch(({ stdout: none }: { stdout: string }) => ({
      stdout: none,
    }))
    expect(stdout).toBe('')
    const shallow = await run('git', ['-C', clone, 'rev-parse', '--is-shallow-repository', 'HEAD'])
    expect(shallow.stdout).toBe(`true\n${wanted}\n`)
  })
})
