import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRepoTemplate, refreshRepoTemplate, type E2BSandbox, type RepoTemplateOptions } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const token = 'a-token-of-the-host'
const bench = useRepositoryBench({ token })
afterEach(async () => {
  vi.useRealTimers()
  await bench.emulator.reset()
})

/** Much longer than it takes. */
const patient = { timeout: 60_000 } as const
const create = 'POST /v2/sandboxes'
const request = 'POST /v3/templates'

function template(more: Partial<RepoTemplateOptions> = {}): NonNullable<ReturnType<typeof createRepoTemplate>> {
  const spec = createRepoTemplate(bench.options(more))
  if (spec === undefined) throw new TypeError('there is no template')
  return spec
}

async function headOf(sandbox: E2BSandbox): Promise<string> {
  const { stdout } = await sandbox.executeCommand('git', ['rev-parse', 'HEAD'], { cwd: '/home/user/project' })
  return stdout.trim()
}

describe('builds of a repository [T07]', () => {
  it('are shared by sandboxes that start at once', async () => {
    const head = await bench.host.commit('at-once', '1')
    const sandboxes = Array.from({ length: 10 }, () => bench.make({ template: template({ setupCommand: 'true' }) }))
    try {
      await Promise.all(sandboxes.map((sandbox) => sandbox.start()))
      expect(bench.emulator.journal.count({ route: request })).toBe(1)
      expect(await Promise.all(sandboxes.map((sandbox) => headOf(sandbox)))).toEqual(sandboxes.map(() => head))
    } finally {
      await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()))
    }
  })

  it('are joined by another program', async () => {
    await bench.host.commit('joined', '1')
    const options = bench.options({ setupCommand: 'echo joined' })
    vi.resetModules()
    const other = await import('../../src/index.js')
    expect(other.refreshRepoTemplate).not.toBe(refreshRepoTemplate)
    const release = bench.emulator.faults.holdBuilds()
    const here = refreshRepoTemplate(options, bench.connection)
    await expect.poll(() => bench.calls(0).at(-1), patient).toBe('POST /v2/templates/{id}/builds/{build}')
    const { logger, texts } = keepingLogger()
    const there = other.refreshRepoTemplate(options, { ...bench.connection, logger })
    await expect.poll(() => texts.join('\n'), patient).toContain('is being built already')
    release()
    expect(await here).toMatchObject({ action: 'built' })
    expect(await there).toEqual(await here)
    expect(texts.join('\n')).toContain('RUN echo joined')
    expect(bench.emulator.journal.count({ route: request })).toBe(1)
  })

  it('that fail beside a session are told and tried again later, while sessions go on with what is there', async () => {
    const setupCommand = 'echo again'
    const old = await bench.host.commit('again', '1')
    await refreshRepoTemplate(bench.options({ setupCommand }), bench.connection)
    const newer = await bench.host.commit('again', '2')
    bench.emulator.faults.nextBuild({ at: 'finalize', fail: 'the disk was full' })
    const { logger, texts, warnings } = keepingLogger()
    const startNext = async (): Promise<{ head: string; creations: number }> => {
      const before = bench.emulator.journal.last
      await using sandbox = bench.make({ template: template({ setupCommand }), logger })
      await sandbox.start()
      return { creations: bench.calls(before).filter((route) => route === create).length, head: await headOf(sandbox) }
    }
    const requests = (): number => bench.emulator.journal.count({ route: request })
    const stale = { creations: 2, head: old }

    expect(await startNext()).toEqual(stale)
    await expect.poll(() => warnings.join('\n'), patient).toMatch(/the disk was full/)
    expect(await startNext()).toEqual(stale)
    expect(texts.join('\n')).toContain('is not built again before')
    expect(requests()).toBe(2)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await startNext()).toEqual(stale)
    vi.useRealTimers()
    const done = (): number => texts.filter((text) => text.includes('the build is done')).length
    await expect.poll(done, patient).toBe(1)
    expect(requests()).toBe(3)
    expect(await startNext()).toEqual({ creations: 1, head: newer })
  })

  it('whose token is wrong leave a session without the repository, and the token untold', async () => {
    const wrong = 'not-the-token-of-the-host'
    const cloneUrl = `${bench.host.origin}/team/project`
    const { logger, warnings, texts } = keepingLogger()
    const getRepositoryAccess = async (): ReturnType<NonNullable<RepoTemplateOptions['getRepositoryAccess']>> => ({
      cloneUrl,
      authorization: { scheme: 'bearer', token: wrong },
    })
    await using sandbox = bench.make({ template: template({ getRepositoryAccess, setupCommand: 'wrong' }), logger })
    expect((await sandbox.executeCommand('ls -A project 2>&1; echo here')).stdout).toMatch(/No such file[^]*here\n$/)
    expect(warnings.join('\n')).toMatch(/refuses to show .*Authentication failed/)
    const metadata = JSON.stringify((await sandbox.getInfo()).metadata)
    expect(metadata).toContain('templateFallback')
    const encoded = Buffer.from(`x-access-token:${wrong}`).toString('base64')
    for (const text of [wrong, encoded]) expect([metadata, ...texts].join('\n')).not.toContain(text)
    expect(bench.emulator.journal.count({ route: request })).toBeLessThanOrEqual(1)
  })

  it('tell what they said when they fail', async () => {
    await bench.host.commit('failing', '1')
    const failing = bench.options({ setupCommand: 'echo no luck; exit 3' })
    await expect(refreshRepoTemplate(failing, bench.connection)).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      retry: 'never',
      message: expect.stringMatching(/caisson-repo-team-project-[\da-f]{8}:sha-[\da-f]{12}[^]*no luck/),
    })
  })

  it('go on when nobody waits any more, and are joined by the next', async () => {
    await bench.host.commit('left', '1')
    const options = bench.options({ setupCommand: 'echo left' })
    const release = bench.emulator.faults.holdBuilds()
    const controller = new AbortController()
    const left = refreshRepoTemplate(options, { ...bench.connection, abortSignal: controller.signal })
    await expect.poll(() => bench.calls(0).at(-1), patient).toBe('POST /v2/templates/{id}/builds/{build}')
    controller.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
    const short = refreshRepoTemplate(options, { ...bench.connection, buildTimeoutMs: 100 })
    await expect(short).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('buildTimeoutMs') })
    const joined = refreshRepoTemplate(options, bench.connection)
    release()
    expect(await joined).toMatchObject({ action: 'built' })
    expect(bench.emulator.journal.count({ route: request })).toBe(1)
  })
})
