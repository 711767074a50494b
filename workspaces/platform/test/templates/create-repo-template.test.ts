import { describe, expect, it } from 'vitest'
import type { Logger } from '@caisson/core/workspace'
import type { RepositoryAccess } from '@caisson/kit/templates'
import { createRepoTemplate, type PlatformTemplate, type RepoTemplateOptions } from '../../src/templates/index.js'
import { templateRequest } from '../../src/templates/template-request.js'

const sha = '0123456789abcdef0123456789abcdef01234567'
const token = 'ghs_0123456789abcdef'

let count = 0
/** A repository that nobody has asked about yet. */
function newUrl(): string {
  count += 1
  return `https://github.com/owner/new-${count}`
}

function telling(...answers: readonly (string | number)[]): typeof fetch {
  const rest = [...answers]
  return async () => {
    const answer = rest.shift() ?? 500
    return typeof answer === 'string' ? new Response(answer) : new Response(`denied ${token}`, { status: answer })
  }
}

function keeping(): { logger: Logger; warnings: string[] } {
  const warnings: string[] = []
  const ignore = (): void => undefined
  return { warnings, logger: { debug: ignore, info: ignore, error: ignore, warn: (text) => void warnings.push(text) } }
}

async function resolve(options: RepoTemplateOptions): Promise<PlatformTemplate | undefined> {
  return createRepoTemplate(options)?.()
}

function commandsOf(template: PlatformTemplate | undefined): readonly unknown[] {
  return template?.toJSON().operations.map(({ method, args }) => [method, ...args]) ?? []
}

describe('a template of a repository', () => {
  it('clones the head of the default branch, sets it up and marks that', async () => {
    const cloneUrl = newUrl()
    const template = await resolve({
      getRepositoryAccess: async () => ({ cloneUrl: `${cloneUrl}.git`, authorization: { scheme: 'bearer', token } }),
      setupCommand: ['npm ci', ' ', 'npm run build'],
      buildEnv: { NPM_TOKEN: 'npm-secret' },
      cpuCount: 4,
      memoryMB: 2048,
      workingDirectory: '/home/me/work/',
      fetch: telling(sha),
    })
    const directory = `/home/me/work/new-${count}`
    expect(commandsOf(template)).toEqual([
      ['cpuCount', 4],
      ['memoryMB', 2048],
      ['runCmd', expect.stringMatching(/^mkdir -p -- \/home\/me\/work /)],
      ['setWorkdir', '/home/me/work'],
      ['runCmd', expect.stringContaining(`git clone --depth 1 --single-branch -- ${cloneUrl} ${directory}`)],
      ['runCmd', expect.stringContaining(`git -C ${directory} fetch --depth 1 origin ${sha}`)],
      ['runCmd', `git -C ${directory} checkout --detach ${sha}`],
      ['setWorkdir', directory],
      ['runCmd', 'npm ci'],
      ['runCmd', 'npm run build'],
      ['runCmd', expect.stringMatching(/sha256:[\da-f]{64} > \.mastra-sandbox\/setup/)],
      ['setWorkdir', '/home/me/work'],
    ])
    expect(template?.toJSON().family).toBe(`repo:${cloneUrl}:${directory}`)
    expect(JSON.stringify(template)).not.toMatch(/ghs_|npm-secret/)
    expect(template && templateRequest(template).templateBuildEnvs).toEqual({
      NPM_TOKEN: 'npm-secret',
      MASTRA_REPOSITORY_ACCESS_TOKEN: token,
    })
  })

  it('is another one for another commit, and the same for the same', async () => {
    const cloneUrl = newUrl()
    const resolver = createRepoTemplate({
      getRepositoryAccess: async () => ({ cloneUrl }),
      fetch: telling(sha, sha, sha.replace('0', 'f')),
    })
    const [first, second, third] = [await resolver?.(), await resolver?.(), await resolver?.()]
    expect(second?.toJSON()).toEqual(first?.toJSON())
    expect(third?.toJSON()).not.toEqual(first?.toJSON())
    expect(third?.toJSON().family).toBe(first?.toJSON().family)
  })

  it('asks for variables of the build each time', async () => {
    let asked = 0
    const buildEnv = async (): Promise<Record<string, string>> => {
      asked += 1
      return { COUNT: String(asked) }
    }
    const cloneUrl = newUrl()
    const resolver = createRepoTemplate({
      getRepositoryAccess: async () => ({ cloneUrl }),
      buildEnv,
      fetch: telling(sha, sha),
    })
    await resolver?.()
    const template = await resolver?.()
    expect(template && templateRequest(template).templateBuildEnvs).toEqual({ COUNT: '2' })
  })

  it('goes on with the last known head, and says so without secrets', async () => {
    const cloneUrl = newUrl()
    const { logger, warnings } = keeping()
    const access = { cloneUrl, authorization: { scheme: 'bearer', token } } as const
    const resolver = createRepoTemplate({ getRepositoryAccess: async () => access, fetch: telling(sha, 503), logger })
    const first = await resolver?.()
    expect((await resolver?.())?.toJSON()).toEqual(first?.toJSON())
    expect(warnings).toEqual([expect.stringMatching(/status 503.*the last known one is used/)])
    expect(warnings.join()).not.toContain(token)
  })

  it.each([401, 403, 404])('is resources and nothing else once the host refuses, with status %i', async (status) => {
    const access = { cloneUrl: newUrl(), authorization: { scheme: 'bearer', token } } as const
    const { logger, warnings } = keeping()
    const fetch = telling(sha, status)
    const resolver = createRepoTemplate({ getRepositoryAccess: async () => access, memoryMB: 512, fetch, logger })
    expect((await resolver?.())?.toJSON().family).toBeDefined()
    expect(commandsOf(await resolver?.())).toEqual([['memoryMB', 512]])
    expect(warnings).toEqual([expect.stringMatching(`status ${status}.*the machine is made without it`)])
  })

  it.each([undefined, '', ' '])('takes the token %j for none', async (empty) => {
    const asked: (string | null)[] = []
    const send = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      asked.push(new Headers(init?.headers).get('authorization'))
      return new Response(sha)
    }
    const access = { cloneUrl: newUrl(), authorization: { scheme: 'bearer', token: empty } } as RepositoryAccess
    const template = await resolve({ getRepositoryAccess: async () => access, fetch: send })
    expect(asked).toEqual([null])
    expect(template?.toJSON().family).toBeDefined()
    expect(template && templateRequest(template).templateBuildEnvs).toBeUndefined()
  })

  it('refuses an authorization of another kind, and does not show it', async () => {
    const access = { cloneUrl: newUrl(), authorization: { scheme: 'basic', token: 'secret-word' } }
    const bad = resolve({ getRepositoryAccess: async () => access as never, fetch: telling(sha) })
    await expect(bad).rejects.toThrow(/^(?!.*secret-word).*authorization/s)
  })

  it('refuses what no template has room for by the name of the option', async () => {
    const long = `secret-word${'x'.repeat(32_768)}`
    const many = Object.fromEntries(Array.from({ length: 512 }, (_, index) => [`V${index}`, '']))
    const create = (options: Partial<RepoTemplateOptions>) => (): unknown =>
      createRepoTemplate({ getRepositoryAccess: undefined, ...options })
    expect(create({ setupCommand: ['true', long] })).toThrow(/^(?!.*secret-word).*setupCommand.*32768 characters/s)
    expect(create({ setupCommand: Array<string>(256).fill('true') })).toThrow(/setupCommand.*256 steps/)
    expect(create({ setupCommand: Array<string>(9).fill('x'.repeat(32_768)) })).toThrow(/setupCommand.*262144 bytes/)
    expect(create({ buildEnv: { A: long } })).toThrow(/^(?!.*secret-word).*buildEnv\.A: .*32768 characters/s)
    expect(create({ buildEnv: many })).toThrow(/buildEnv.*fewer than 512/)
    const getRepositoryAccess = async (): Promise<RepositoryAccess> => ({ cloneUrl: newUrl() })
    const late = resolve({ getRepositoryAccess, buildEnv: async () => ({ A: long }), fetch: telling(sha) })
    await expect(late).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('buildEnv.A'),
    })
  })

  it('is resources and nothing else where no head is known', async () => {
    const { logger, warnings } = keeping()
    const options = { getRepositoryAccess: async () => ({ cloneUrl: newUrl() }), logger }
    const sized = await resolve({ ...options, memoryMB: 512, fetch: telling(404) })
    expect(commandsOf(sized)).toEqual([['memoryMB', 512]])
    expect(await resolve({ ...options, fetch: telling(404) })).toBeUndefined()
    expect(warnings).toHaveLength(2)
  })

  it('needs no repository', async () => {
    const none = async (): Promise<undefined> => undefined
    expect(createRepoTemplate({ getRepositoryAccess: undefined })).toBeUndefined()
    expect(commandsOf(await resolve({ getRepositoryAccess: undefined, cpuCount: 1 }))).toEqual([['cpuCount', 1]])
    expect(await resolve({ getRepositoryAccess: none })).toBeUndefined()
    expect(commandsOf(await resolve({ getRepositoryAccess: none, cpuCount: 1 }))).toEqual([['cpuCount', 1]])
  })

  it('refuses bad addresses and directories, the latter at once', async () => {
    const bad = resolve({ getRepositoryAccess: async () => ({ cloneUrl: 'https://me:secret-word@github.com/a/b' }) })
    await expect(bad).rejects.toThrow(/^(?!.*secret-word).*cloneUrl/s)
    const create = (workingDirectory: string): unknown =>
      createRepoTemplate({ getRepositoryAccess: undefined, workingDirectory })
    expect(() => create('../up')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => create('/a;reboot')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => createRepoTemplate({ getRepositoryAccess: undefined, cpuCount: 0 })).toThrow(RangeError)
  })

  it('has a family of bounded length', async () => {
    const cloneUrl = `https://github.com/owner/${'long-'.repeat(40)}`
    const template = await resolve({ getRepositoryAccess: async () => ({ cloneUrl }), fetch: telling(sha) })
    expect(template?.toJSON().family).toMatch(/^repo:[\da-f]{64}$/)
  })
})
