import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createDefaultMountableTemplate,
  createRepoTemplate,
  repoTemplateRef,
  type E2BSandbox,
  type RepoTemplateOptions,
} from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const token = 'a-token-of-the-host'
/** It is there from the start, so that nobody has to build it. */
const fallback = createDefaultMountableTemplate().id
const bench = useRepositoryBench({ token, emulator: { templates: [fallback] } })
afterEach(() => bench.emulator.reset())

const create = 'POST /v2/sandboxes'

/** The same each time: what a commit is of is found out at each start. */
function template(more: Partial<RepoTemplateOptions> = {}): NonNullable<ReturnType<typeof createRepoTemplate>> {
  const spec = createRepoTemplate(bench.options(more))
  if (spec === undefined) throw new TypeError('there is no template')
  return spec
}

async function headOf(sandbox: E2BSandbox): Promise<string> {
  const { stdout } = await sandbox.executeCommand('git', ['rev-parse', 'HEAD'], { cwd: '/home/user/project' })
  return stdout.trim()
}

describe('a sandbox of a repository [T07]', () => {
  it('waits for the first build only: later ones start with what is there, and the newest is built meanwhile', async () => {
    const setupCommand = ['cp a installed', 'echo "told $WORD" > word']
    const options = { setupCommand, buildEnv: { WORD: 'this' } }
    const first = await bench.host.commit('a', '1')
    const { logger, texts, warnings } = keepingLogger()
    const start = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template: template(options), logger })
      await sandbox.start()
      const uploads = ['GET /templates/{id}/files/{hash}', 'PUT /emulator/uploads/{token}']
      const calls = bench.calls(start)
      expect(calls.filter((route) => !uploads.includes(route))).toEqual([
        'GET /v2/sandboxes',
        create,
        create,
        'GET /templates/aliases/{alias}',
        'POST /v3/templates',
        'POST /v2/templates/{id}/builds/{build}',
        create,
      ])
      // The clone and the variables, at once.
      expect(calls.filter((route) => uploads.includes(route)).toSorted()).toEqual([
        ...uploads.slice(0, 1),
        ...uploads,
        ...uploads.slice(1),
      ])
      expect(await headOf(sandbox)).toBe(first)
      const show = 'cat word installed .mastra-sandbox/setup; env | grep -c WORD'
      const { stdout } = await sandbox.executeCommand(show, [], { cwd: '/home/user/project' })
      expect(stdout).toMatch(/^told this\n1sha256:[\da-f]{64}\n0\n$/)
      expect((await sandbox.getInfo()).metadata).toMatchObject({
        templateName: repoTemplateRef({ ...options, baseTemplate: 'base', cloneUrl: bench.cloneUrl, sha: first }),
      })
      expect(texts.join('\n')).toContain('RUN . /home/user/.caisson-build-environment || exit 1; cp a installed')
    }
    const second = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template: template(options) })
      await sandbox.start()
      expect(bench.calls(second)).toEqual(['GET /v2/sandboxes', create])
    }
    await bench.host.commit('b', '2')
    // Its end is of no interest here.
    bench.emulator.faults.holdBuilds()
    const third = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template: template(options), logger })
      await sandbox.start()
      expect(bench.calls(third).slice(0, 3)).toEqual(['GET /v2/sandboxes', create, create])
      expect(await headOf(sandbox)).toBe(first)
    }
    expect(warnings).toEqual([])
  }, 60_000)

  it('that nobody tells is done without, and that is told', async () => {
    const { logger, warnings } = keepingLogger()
    const before = bench.emulator.journal.last
    await using sandbox = bench.make({ template: template({ getRepositoryAccess: async () => undefined }), logger })
    await sandbox.start()
    // A build that an earlier test has begun may still be asked for in the background.
    const waitedFor = bench.calls(before).filter((route) => route.endsWith('/v2/sandboxes'))
    expect(waitedFor).toEqual(['GET /v2/sandboxes', create])
    expect(warnings).toEqual([expect.stringContaining('there is no repository')])
    expect((await sandbox.getInfo()).metadata).toMatchObject({
      templateName: fallback,
      templateFallback: expect.stringContaining('there is no repository'),
    })
  })

  it('is not asked about when the machine is there', async () => {
    const getRepositoryAccess = vi.fn<() => Promise<undefined>>(async () => undefined)
    await using first = bench.make({ id: 'session', template: 'base' })
    await first.start()
    await using again = bench.make({ id: 'session', template: template({ getRepositoryAccess }) })
    expect(await again.start()).toEqual({ outcome: 'connected' })
    expect(getRepositoryAccess).not.toHaveBeenCalled()
  })
})
