import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template } from 'e2b'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRepository } from '@caisson/kit/templates'
import { makeRepoDefinition, type RepoDefinitionRequest } from '../../src/repository/repo-definition.js'
import { readRepoTemplateSettings } from '../../src/repository/repo-template-settings.js'
import type { RepoTemplateOptions } from '../../src/index.js'
import { useGitHost } from './support/git-host.js'

const token = 'a-token-of-a-host'
const git = useGitHost(token)
let sha = ''
beforeAll(async () => {
  sha = await git.host.commit('readme', 'read me')
})

interface Step {
  readonly type: string
  readonly args: readonly string[]
}

function request(
  options: Partial<RepoTemplateOptions> = {},
  changes: Partial<RepoDefinitionRequest> = {},
): RepoDefinitionRequest {
  return {
    repository: readRepository(git.cloneUrl),
    authorization: undefined,
    sha,
    settings: readRepoTemplateSettings({ baseTemplate: 'mine', ...options }),
    variables: {},
    title: 'template mine',
    ...changes,
  }
}

async function stepsOf(definition: Awaited<ReturnType<typeof makeRepoDefinition>>): Promise<readonly Step[]> {
  const { steps } = JSON.parse(await Template.toJSON(definition.template, true)) as { steps: Step[] }
  return steps
}

const authorization = { scheme: 'bearer', token } as const
const clone = '/srv/code/project'

/** Where the folders for uploads are made, so that they can be looked for. */
let temporary = ''
beforeEach(async () => {
  const { mkdtemp } = await import('node:fs/promises')
  temporary = await mkdtemp(path.join(tmpdir(), 'caisson-test-definition-'))
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(async () => {
  vi.stubEnv('TMPDIR', undefined)
  const { rm } = await import('node:fs/promises')
  await rm(temporary, { recursive: true, force: true })
})

describe('the definition of a template of a repository that needs a token [T07]', () => {
  it('uploads what needs a token, without it, from a folder that is private and goes away', async () => {
    const definition = await makeRepoDefinition(
      request({ setupCommand: 'npm ci', workingDirectory: '/srv/code' }, { authorization }),
    )
    const steps = await stepsOf(definition)
    expect(steps.map(({ type, args }) => [type, ...args.slice(0, type === 'COPY' ? 3 : 1)])).toEqual([
      ['WORKDIR', '/srv/code'],
      ['WORKDIR', clone],
      ['COPY', 'clone', clone, 'user'],
      ['RUN', `git -C ${clone} checkout --quiet --force --detach ${sha}`],
      ['WORKDIR', clone],
      ['RUN', 'npm ci'],
      ['RUN', expect.stringContaining('.mastra-sandbox/setup')],
      ['WORKDIR', '/srv/code'],
    ])
    expect(JSON.stringify(steps)).not.toContain(token)
    const [folder = ''] = await readdir(temporary)
    expect((await stat(path.join(temporary, folder))).mode & 0o777).toBe(0o700)
    await definition.dispose?.()
    expect(await readdir(temporary)).toEqual([])
  })

  it('takes the newest where no commit is known', async () => {
    const open = await makeRepoDefinition(request({}, { sha: undefined }))
    expect(JSON.stringify(await stepsOf(open))).not.toMatch(/checkout|fetch/)
    const closed = await makeRepoDefinition(request({}, { sha: undefined, authorization }))
    expect(JSON.stringify(await stepsOf(closed))).toContain('git -C /home/user/project reset --quiet --hard')
    await Promise.all([open.dispose?.(), closed.dispose?.()])
  })

  it('tells variables to setup commands by a private file that the last step removes', async () => {
    const secret = "it's a secret; $(id)"
    const definition = await makeRepoDefinition(
      request({ setupCommand: 'npm ci' }, { authorization, variables: { NPM_TOKEN: secret, EMPTY: '' } }),
    )
    const steps = await stepsOf(definition)
    const file = '/home/user/.caisson-build-environment'
    expect(steps.slice(4).map(({ type, args }) => [type, ...args.slice(0, type === 'COPY' ? 3 : 1)])).toEqual([
      ['COPY', 'environment', file, 'user'],
      ['WORKDIR', '/home/user/project'],
      ['RUN', `. ${file} || exit 1; npm ci`],
      ['RUN', expect.stringContaining('.mastra-sandbox/setup')],
      ['WORKDIR', '/home/user'],
      ['RUN', `rm -f -- ${file}`],
    ])
    expect(JSON.stringify(steps)).not.toMatch(/secret/)
    const [folder = ''] = await readdir(temporary)
    const uploaded = path.join(temporary, folder, 'environment')
    expect((await stat(uploaded)).mode & 0o777).toBe(0o600)
    expect(await readFile(uploaded, 'utf8')).toBe(`export 'NPM_TOKEN=it'\\''s a secret; $(id)'\nexport EMPTY=\n`)
    await definition.dispose?.()
    expect(await readdir(temporary)).toEqual([])
  })

  it('leaves nothing where the clone fails', async () => {
    const wrong = { scheme: 'bearer', token: 'not-the-token' } as const
    await expect(makeRepoDefinition(request({}, { authorization: wrong }))).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
    })
    expect(await readdir(temporary)).toEqual([])
  })
})
