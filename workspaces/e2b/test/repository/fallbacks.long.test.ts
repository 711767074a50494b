import { afterEach, describe, expect, it } from 'vitest'
import type { RepositoryAccess } from '@caisson/kit/templates'
import {
  createDefaultMountableTemplate,
  createRepoTemplate,
  repoTemplateRef,
  type RepoTemplateOptions,
} from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

/** It is there from the start, so that nobody has to build it. */
const fallback = createDefaultMountableTemplate().id
const bench = useRepositoryBench({ emulator: { templates: [fallback] } })
afterEach(() => bench.emulator.reset())

const create = 'POST /v2/sandboxes'

type Access = RepoTemplateOptions['getRepositoryAccess']

describe('a session is never blocked by its repository [T07]', () => {
  const cases: readonly (readonly [string, () => Access, RegExp])[] = [
    ['that is not told', () => async () => undefined, /there is no repository/],
    ['that cannot be told', () => () => Promise.reject(new Error('no such installation')), /no such installation/],
    [
      'whose token is none',
      () => async () => ({
        ...(await access('https://127.0.0.1/team/project')),
        authorization: { scheme: 'basic' } as never,
      }),
      /authorization/,
    ],
    ['whose address is bad', () => async () => access('http://127.0.0.1/team/project'), /cloneUrl/],
    [
      'that its host does not have',
      () => async () => access(`${bench.host.origin}/team/none`),
      /refuses to show https:.*team\/none/,
    ],
  ]

  it.each(cases)('%s', async (_title, getAccess, warning) => {
    const { logger, warnings } = keepingLogger()
    const template = createRepoTemplate(bench.options({ getRepositoryAccess: getAccess() }))
    const before = bench.emulator.journal.last
    await using sandbox = bench.make({ template, logger })
    await sandbox.start()
    expect(bench.calls(before)).toEqual(['GET /v2/sandboxes', create])
    expect(bench.background(before)).toEqual([])
    expect(warnings).toEqual([expect.stringMatching(warning)])
    expect((await sandbox.getInfo()).metadata).toMatchObject({
      templateName: fallback,
      templateFallback: expect.stringMatching(warning),
    })
  })

  it('that cannot be told: what was said of it is shown without what looks like a secret', async () => {
    const secret = 'ghs_0123456789abcdef'
    const { logger, texts } = keepingLogger()
    const url = `https://x-access-token:${secret}@github.com/o/r`
    const getRepositoryAccess = (): Promise<never> => Promise.reject(new Error(`${url}: Bearer ${secret} was refused`))
    await using sandbox = bench.make({ template: createRepoTemplate(bench.options({ getRepositoryAccess })), logger })
    await sandbox.start()
    const shown = JSON.stringify([texts, (await sandbox.getInfo()).metadata])
    expect(shown).toContain('was refused')
    expect(shown).not.toContain(secret)
  })

  it('that does not build: the default template is taken, the logger told, and later starts do not wait again', async () => {
    await bench.host.commit('a', '1')
    const { logger, warnings } = keepingLogger()
    const template = createRepoTemplate(bench.options({ setupCommand: 'echo no luck; exit 3' }))
    {
      await using sandbox = bench.make({ template, logger })
      await sandbox.start()
      expect((await sandbox.getInfo()).metadata).toMatchObject({
        templateName: fallback,
        templateFallback: expect.stringMatching(/caisson-repo-team-project-.*exit status 3/),
      })
      expect(warnings.join('\n')).toMatch(/exit status 3[^]*no luck/)
    }
    const before = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template, logger })
      await sandbox.start()
      expect(bench.calls(before)).toEqual(['GET /v2/sandboxes', create, create, create])
      expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: fallback })
    }
  })

  it('whose host does not answer: what was built last is taken, else it is cloned as it may be', async () => {
    // Nobody listens at this port.
    const cloneUrl = 'https://127.0.0.1:1/team/none'
    const { logger, warnings } = keepingLogger()
    const template = createRepoTemplate(bench.options({ getRepositoryAccess: async () => access(cloneUrl) }))
    await using sandbox = bench.make({ template, logger })
    await sandbox.start()
    const ref = repoTemplateRef({ cloneUrl, baseTemplate: 'base' })
    expect(ref).toMatch(/:current$/)
    expect(warnings[0]).toMatch(/the head of .*team\/none could not be had [^]*: what was built last is used$/)
    expect((await sandbox.getInfo()).metadata).toMatchObject({
      templateName: fallback,
      templateFallback: expect.stringContaining(`${ref}: `),
    })
  })
})

async function access(cloneUrl: string): Promise<RepositoryAccess> {
  return { cloneUrl }
}
