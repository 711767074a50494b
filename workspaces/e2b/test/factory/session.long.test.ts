import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { e2bSessionSandbox, repoTemplateRef, type E2BSandbox, type E2BSessionSandboxOptions } from '../../src/index.js'
import { useRepositoryBench } from '../repository/support/repository-bench.js'
import { routes } from '../templates/support/requests.js'
import { redirectGithub } from './support/redirect-github.js'

const bench = useRepositoryBench()
const { list, create, alias, request, trigger } = routes
const cwd = '/home/user/project'
const setupCommand = 'echo set up >> log'

beforeAll(async () => redirectGithub(bench))
afterAll(() => vi.unstubAllGlobals())

function sessions(options: E2BSessionSandboxOptions = {}): ReturnType<typeof e2bSessionSandbox> {
  return e2bSessionSandbox({ ...bench.connection, sandboxUrl: bench.emulator.url, ...options })
}

async function show(sandbox: E2BSandbox): Promise<string> {
  return (await sandbox.executeCommand('git rev-parse HEAD; cat log', [], { cwd })).stdout
}

describe('a sandbox of a session with a repository', () => {
  it('has its template, of the commit that is known, for which nobody is asked', async () => {
    const repoSha = await bench.host.commit('a', '1')
    await bench.host.commit('b', '2')
    const asked: string[] = []
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (input: URL | string | Request, init?: RequestInit): Promise<Response> => {
      const url = input instanceof Request ? input.url : input.toString()
      if (!url.startsWith('https://api.github.com/')) return real(input, init)
      asked.push(url)
      return new Response(repoSha)
    })
    const { last } = bench.emulator.journal
    const context = { sessionId: 'one', repoFullName: 'team/project', repoSha, setupCommand }
    await using sandbox = sessions()(context)
    await sandbox.start()
    expect(bench.calls(last)).toEqual([list, create, alias, request, trigger, create])
    expect(await show(sandbox)).toBe(`${repoSha}\nset up\n`)
    const cloneUrl = 'https://github.com/team/project'
    const ref = repoTemplateRef({ cloneUrl, sha: repoSha, setupCommand })
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: ref })
    expect(asked).toEqual([])

    const second = bench.emulator.journal.last
    await using other = sessions()({ ...context, sessionId: 'two', repoSha: undefined })
    await other.start()
    expect(bench.calls(second)).toEqual([list, create])
    expect(asked).toEqual(['https://api.github.com/repos/team/project/commits/HEAD'])
    expect((await other.getInfo()).metadata).toMatchObject({ templateName: ref })
  }, 60_000)

  it('is set up by its start, once, where the options have a template', async () => {
    const repoSha = await bench.host.commit('c', '3')
    const called: string[] = []
    const onStart = async ({
      sandbox,
    }: {
      sandbox: { executeCommand?: E2BSandbox['executeCommand'] }
    }): Promise<void> => void called.push((await sandbox.executeCommand?.('cat log', [], { cwd }))?.stdout ?? '')
    const make = sessions({ template: 'base' })
    const context = { sessionId: 'three', repoFullName: 'team/project', repoSha, setupCommand, onStart }
    await using sandbox = make(context)
    await sandbox.start()
    expect(await show(sandbox)).toBe(`${repoSha}\nset up\n`)
    const again = make(context)
    expect(await again.start()).toEqual({ outcome: 'connected' })
    expect(await show(again)).toBe(`${repoSha}\nset up\n`)
    expect(called).toEqual(['set up\n', 'set up\n'])
  })

  it('goes on with a clone whose set-up was cut off', async () => {
    const sha = await bench.host.commit('d', '4')
    const make = sessions({ template: 'base' })
    const command = ['echo begun >> log', 'test -e /home/user/ready || { echo not yet >&2; exit 7; }']
    const context = { sessionId: 'four', repoFullName: 'team/project', setupCommand: command }
    await using sandbox = make(context)
    await expect(sandbox.start()).rejects.toMatchObject({
      cause: { name: 'SandboxExecutionError', exitCode: 7 },
      message: expect.stringMatching(/team\/project failed at step 6 of 8 with exit code 7: not yet$/),
    })
    await using plain = sessions({ template: 'base' })({ sessionId: 'four' })
    await plain.executeCommand('touch /home/user/ready')
    await sandbox.start()
    expect(await show(sandbox)).toBe(`${sha}\nbegun\nbegun\n`)
  })

  it('fails to start where a repository that its start has to set up cannot be had', async () => {
    const asked = vi.fn<() => Promise<void>>(async () => undefined)
    const makeSandbox = sessions({ template: 'base' })
    await using sandbox = makeSandbox({ sessionId: 'unlucky', repoFullName: 'team/none', onStart: asked })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringMatching(/Setting up https:\/\/github\.com\/team\/none failed at step 3 of 6/),
    })
    expect(asked).not.toHaveBeenCalled()
  })
})
