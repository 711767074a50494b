import { describe, expect, it, vi } from 'vitest'
import { refreshRepoTemplate, repoTemplateRef } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const bench = useRepositoryBench()

const built = ['POST /v3/templates', 'POST /v2/templates/{id}/builds/{build}']

describe('refreshing the template of a repository', () => {
  it('[T07] builds at the head, and then takes what is there', async () => {
    const setupCommand = ['cp readme installed', 'pwd > where; id -un >> where']
    const choices = { setupCommand, workingDirectory: '/srv/code', cpuCount: 1, memoryMB: 512 }
    const options = bench.options(choices)
    await bench.host.commit('readme', 'read me')
    const sha = await bench.host.commit('second', 'two')
    const ref = repoTemplateRef({ ...choices, baseTemplate: 'base', cloneUrl: bench.cloneUrl, sha })
    const { logger, texts, warnings } = keepingLogger()
    const lines: string[] = []
    const onBuildLog = ({ message }: { message: string }): void => void lines.push(message)
    const before = bench.emulator.journal.last
    expect(await refreshRepoTemplate(options, { ...bench.connection, logger, onBuildLog })).toEqual({
      ref,
      action: 'built',
      sha,
    })
    expect(bench.calls(before).filter((route) => built.includes(route))).toEqual(built)
    expect(lines.join('\n')).toMatch(/git clone --depth 1[^]*RUN cp readme installed/)
    expect(texts.join('\n')).toContain('RUN cp readme installed')
    expect(warnings).toEqual([])

    const after = bench.emulator.journal.last
    expect(await refreshRepoTemplate(options, bench.connection)).toEqual({ ref, action: 'reused', sha })
    expect(bench.calls(after)).toEqual([
      'GET /templates/aliases/{alias}',
      'GET /templates/{id}',
      'GET /templates/{id}/tags',
    ])

    await using sandbox = bench.make({ template: ref.replace(/:.*/, ':current') })
    expect((await sandbox.executeCommand('pwd')).stdout).toBe('/srv/code\n')
    const show =
      'git rev-parse --is-shallow-repository HEAD; git status --short; cat installed where .mastra-sandbox/setup'
    const { stdout } = await sandbox.executeCommand(show, [], { cwd: '/srv/code/project' })
    const where = '/srv/code/project\nuser\n'
    expect(stdout).toMatch(
      new RegExp(`^true\\n${sha}\\n\\?\\? installed\\n\\?\\? where\\nread me${where}sha256:[0-9a-f]{64}\\n$`),
    )
  })

  it('rejects with what is wrong before anything is asked for', async () => {
    for (const name of ['E2B_API_KEY', 'E2B_ACCESS_TOKEN']) vi.stubEnv(name, undefined)
    const before = bench.emulator.journal.last
    const refusals: readonly (readonly [Parameters<typeof refreshRepoTemplate>, object])[] = [
      [[{ getRepositoryAccess: undefined }], { code: 'INVALID_ARGUMENT' }],
      [[{ getRepositoryAccess: async () => undefined }, bench.connection], { code: 'NOT_FOUND' }],
      [[bench.options({ workingDirectory: 'x' }), bench.connection], { code: 'INVALID_ARGUMENT' }],
      [[bench.options(), { ...bench.connection, buildTimeoutMs: 0 }], { code: 'INVALID_ARGUMENT' }],
      [[bench.options(), null as never], { code: 'INVALID_ARGUMENT' }],
      [[bench.options(), { timeoutMs: 5000 } as never], { message: expect.stringContaining('timeoutMs') }],
      [[bench.options(), { apiUrl: bench.emulator.url }], { code: 'UNAUTHENTICATED' }],
      [
        [bench.options({ getRepositoryAccess: async () => ({ cloneUrl: 'http://127.0.0.1/a/b' }) }), bench.connection],
        { code: 'INVALID_ARGUMENT' },
      ],
      [
        [bench.options(), { ...bench.connection, abortSignal: AbortSignal.abort(new Error('enough')) }],
        { message: 'enough' },
      ],
      [
        [bench.options({ buildEnv: () => Promise.reject(new Error('no variables')) }), bench.connection],
        { message: 'no variables' },
      ],
    ]
    for (const [words, error] of refusals) await expect(refreshRepoTemplate(...words)).rejects.toMatchObject(error)
    expect(bench.calls(before)).toEqual([])
  })
})
