import { afterEach, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, createRepoTemplate, type RepoTemplateOptions } from '../../src/index.js'
import { routes } from '../templates/support/requests.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

/** It is there from the start, so that nobody has to build it. */
const fallback = createDefaultMountableTemplate().id
const bench = useRepositoryBench({ emulator: { templates: [fallback] } })
afterEach(() => bench.emulator.reset())

let count = 0
/** Of a name that no other test has: failures are remembered for a while. */
async function freshTemplate(): Promise<ReturnType<typeof createRepoTemplate>> {
  count += 1
  await bench.host.commit(`file-${count}`, '1')
  const options: Partial<RepoTemplateOptions> = { setupCommand: `echo ${count}` }
  return createRepoTemplate(bench.options(options))
}

const lasting = { status: 503, times: 1000 }

describe('a session whose template cannot be asked for starts with the default one', () => {
  it.each<[string, string]>([
    ['the question for a build', routes.request],
    ['the start of a build', routes.trigger],
  ])(
    'where %s fails again and again',
    async (_what, route) => {
      bench.emulator.faults.next(route, lasting)
      const { logger, warnings } = keepingLogger()
      await using sandbox = bench.make({ template: await freshTemplate(), buildTimeoutMs: 20_000, logger })
      await sandbox.start()
      expect((await sandbox.getInfo()).metadata).toMatchObject({
        templateName: fallback,
        templateFallback: expect.stringMatching(/^caisson-repo-team-project-.*: /),
      })
      expect(warnings.join('\n')).toMatch(/template caisson-repo-team-project-.* cannot be used/)
    },
    60_000,
  )

  it('and the next one has it where E2B answers again', async () => {
    bench.emulator.faults.next(routes.request, { status: 503, times: 2 })
    const template = await freshTemplate()
    await using first = bench.make({ template })
    await first.start()
    expect((await first.getInfo()).metadata).toMatchObject({ templateName: fallback })
    await using second = bench.make({ template })
    await second.start()
    expect((await second.getInfo()).metadata).toMatchObject({
      templateName: expect.stringMatching(/^caisson-repo-team-project-/),
    })
  }, 60_000)

  it('where the account has too many builds already, which the machine is not asked for again and again for', async () => {
    bench.emulator.faults.limitBuilds(0)
    const { last } = bench.emulator.journal
    await using sandbox = bench.make({ template: await freshTemplate(), buildTimeoutMs: 3000 })
    await sandbox.start()
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: fallback })
    const created = bench.calls(last).filter((route) => route === routes.create)
    expect(created).toHaveLength(3)
  }, 60_000)

  it('but not with wrong credentials, which would be the same with any template', async () => {
    bench.emulator.faults.next(routes.request, { status: 401 })
    const sandbox = bench.make({ template: await freshTemplate() })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('unless no machine can be had of that either, which is told', async () => {
    bench.emulator.faults.next(routes.request, lasting)
    const template = await freshTemplate()
    const sandbox = bench.make({ template, buildTimeoutMs: 20_000 })
    const started = sandbox.start()
    started.catch(() => undefined)
    await expect.poll(() => bench.emulator.journal.count({ route: routes.request })).toBeGreaterThan(0)
    bench.emulator.faults.next(routes.create, lasting)
    await expect(started).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }, 60_000)
})

describe('a session whose template is asked for at a bad moment has it all the same', () => {
  it.each<[string, string]>([
    ['the look for its builds fails once', routes.alias],
    ['the question for a build fails once', routes.request],
  ])(
    'where %s',
    async (_what, route) => {
      bench.emulator.faults.next(route, { status: 503 })
      await using sandbox = bench.make({ template: await freshTemplate() })
      await sandbox.start()
      expect((await sandbox.getInfo()).metadata).toMatchObject({
        templateName: expect.stringMatching(/^caisson-repo-team-project-/),
      })
      expect((await sandbox.getInfo()).metadata).not.toHaveProperty('templateFallback')
    },
    60_000,
  )
})
