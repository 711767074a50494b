import { afterEach, describe, expect, it } from 'vitest'
import { keepingLogger } from '../repository/support/keeping-logger.js'
import { useRepositoryBench } from '../repository/support/repository-bench.js'
import { routes } from '../templates/support/requests.js'
import { ended, factoryBench } from './support/factory-bench.js'

const bench = useRepositoryBench()
const { make, context, refOf } = factoryBench(bench)
afterEach(() => bench.emulator.reset())

const { alias, template, tags, request, trigger } = routes
const status = 'GET /templates/{id}/builds/{build}/status'

describe('builds for the sessions of a repository', () => {
  it('are asked for once and not waited for, tell how they stand, and are not repeated', async () => {
    const { logger, texts } = keepingLogger()
    const factory = make({ logger })
    const sha = await bench.host.commit('a', '1')
    const release = bench.emulator.faults.holdBuilds()

    const { last } = bench.emulator.journal
    const started = await factory.builds.start(context())
    const [templateId, buildId] = started.buildId.split(':')
    expect(started).toEqual({ buildId: `${templateId}:${buildId}`, templateId, status: 'pending' })
    expect(bench.calls(last)).toEqual([alias, request, trigger])

    const again = bench.emulator.journal.last
    expect(await factory.builds.start(context())).toEqual(started)
    expect(bench.calls(again)).toEqual([])
    const now = await factory.builds.get(context(), {}, started.buildId)
    expect(now).toMatchObject({ buildId: started.buildId, status: expect.stringMatching(/^(pending|building)$/) })
    release()

    const ready = await ended(factory, context(), started.buildId)
    expect(ready).toEqual({ ...started, status: 'ready', logs: expect.any(Array) })
    expect(ready.logs?.join('\n')).toMatch(/git clone --depth 1[^]*RUN cp a installed/)

    // Until this process has heard so too, it goes on asking.
    await expect.poll(() => texts.join('\n')).toContain('the build is done')
    const look = bench.emulator.journal.last
    await make().builds.get(context(), {}, started.buildId)
    expect(bench.emulator.journal.count({ route: status, after: look })).toBe(1)

    const existing = { buildId: `${refOf(sha)}:existing`, status: 'ready' }
    await expect.poll(() => factory.builds.start(context())).toEqual(existing)
    const known = bench.emulator.journal.last
    expect(await factory.builds.start(context())).toEqual(existing)
    expect(bench.calls(known)).toEqual([alias, template, tags])
    expect(await factory.builds.get(context(), {}, existing.buildId)).toEqual({ ...existing, templateId })
  })

  it('that nobody knows are unknown, and what cannot be one is not asked for', async () => {
    const factory = make()
    const { last } = bench.emulator.journal
    const strange = ['', 'none', ':', 'a:', ':b', 'a b:c', '../x:y', 'Not A Ref:existing', 'existing', ':existing']
    for (const buildId of strange) {
      const unknown = { buildId, status: 'unknown', error: expect.any(String) }
      expect(await factory.builds.get(context(), {}, buildId)).toEqual(unknown)
    }
    expect(bench.emulator.journal.last).toBe(last)
    const none = ['none:none', 'none:00000000-0000-4000-8000-000000000000', 'none:existing', 'none:sha-1:existing']
    for (const buildId of none) {
      expect(await factory.builds.get(context(), {}, buildId)).toMatchObject({ buildId, status: 'unknown' })
    }
    expect(await factory.builds.list(context({ setupCommand: 'never built' }))).toEqual([])
  })

  it('are not asked for where it is not known of what', async () => {
    const { builds } = make()
    const { last } = bench.emulator.journal
    const none = context({ getRepositoryAccess: async () => undefined })
    await expect(builds.start(none)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(builds.list(none)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const refused = context({ getRepositoryAccess: async () => ({ cloneUrl: 'http://127.0.0.1/a/b' }) })
    await expect(builds.start(refused)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(builds.list(refused)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(bench.emulator.journal.last).toBe(last)
  })
})
