import { afterEach, describe, expect, it } from 'vitest'
import { createRepoTemplate, repoTemplateRef, type E2BSandbox, type RepoTemplateOptions } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const token = 'a-token-of-the-host'
const bench = useRepositoryBench({ token })
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
      expect(bench.calls(start)).toEqual([
        'GET /v2/sandboxes',
        create,
        create,
        'GET /templates/aliases/{alias}',
        'POST /v3/templates',
        'GET /templates/{id}/files/{hash}',
        'GET /templates/{id}/files/{hash}',
        'PUT /emulator/uploads/{token}',
        'PUT /emulator/uploads/{token}',
        'POST /v2/templates/{id}/builds/{build}',
        create,
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
    const newer = await bench.host.commit('b', '2')
    const third = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template: template(options), logger })
      await sandbox.start()
      expect(bench.calls(third).slice(0, 3)).toEqual(['GET /v2/sandboxes', create, create])
      expect(await headOf(sandbox)).toBe(first)
    }
    await expect.poll(() => texts.join('\n'), { timeout: 30_000 }).toMatch(/the build is done[^]*the build is done/)
    const fourth = bench.emulator.journal.last
    {
      await using sandbox = bench.make({ template: template(options) })
      await sandbox.start()
      expect(bench.calls(fourth)).toEqual(['GET /v2/sandboxes', create])
      expect(await headOf(sandbox)).toBe(newer)
    }
    expect(warnings).toEqual([])
  }, 60_000)
})
