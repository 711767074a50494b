import { Template } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { keepingLogger } from '../repository/support/keeping-logger.js'
import { useRepositoryBench } from '../repository/support/repository-bench.js'
import { routes } from '../templates/support/requests.js'
import { ended, factoryBench } from './support/factory-bench.js'

const bench = useRepositoryBench()
const { make, context, refOf } = factoryBench(bench)
afterEach(() => bench.emulator.reset())

const { list, create, alias, template, request } = routes
const secret = 'secret-of-the-build'
const failing = 'echo "no luck with $NPM_TOKEN"; exit 3'

const built = (after: number): number => bench.emulator.journal.count({ route: request, after })

describe('builds for the sessions of a repository', () => {
  // First, since builds of other tests ask on for a while.
  it.each([
    [401, 'UNAUTHENTICATED'],
    [503, 'UNAVAILABLE'],
  ])('that E2B refuses to tell of by %i are errors', async (status, code) => {
    const { builds } = make()
    const session = context({ setupCommand: `true ${status}` })
    await bench.host.commit(`refused-${status}`, '1')
    // It lasts: what fails for a moment is read again.
    const fault = bench.emulator.faults.next(alias, { status, times: 100 })
    await expect(builds.start(session)).rejects.toMatchObject({ code })
    await expect(builds.list(session)).rejects.toMatchObject({ code })
    await expect(builds.get(session, {}, 'none:existing')).rejects.toMatchObject({ code })
    fault.cancel()
    bench.emulator.faults.next('GET /templates/{id}/builds/{build}/status', { status })
    await expect(builds.get(session, {}, 'none:none')).rejects.toMatchObject({ code })
  })

  it('are listed, newest first, and make the sandboxes of sessions', async () => {
    const { logger, texts } = keepingLogger()
    const factory = make({ logger })
    await bench.host.commit('a', '1')
    const first = await factory.builds.start(context())
    await ended(factory, context(), first.buildId)
    const sha = await bench.host.commit('b', '2')
    const second = await factory.builds.start(context())
    expect(second).toMatchObject({ templateId: first.templateId, status: 'pending' })
    await ended(factory, context(), second.buildId)
    // E2B says so before this process, which asks now and then, has heard of it: until then sessions are made from what was built last.
    await expect.poll(() => texts.filter((text) => text.includes('the build is done')).length).toBe(2)

    const { last } = bench.emulator.journal
    const builds = await factory.builds.list(context())
    expect(bench.calls(last)).toEqual([alias, template])
    const times = { startedAt: expect.any(String), finishedAt: expect.any(String) }
    expect(builds).toEqual([second, first].map((build) => ({ ...build, status: 'ready', ...times })))

    const start = bench.emulator.journal.last
    const called: string[] = []
    const note = (who: string) => async (): Promise<void> => void called.push(who)
    const session = context({ onStart: note('session') })
    await using sandbox = make({ onStart: note('host') }).create(session)
    await sandbox.start()
    expect(bench.calls(start)).toEqual([list, create])
    expect(called).toEqual(['host', 'session'])
    const { stdout } = await sandbox.executeCommand('git rev-parse HEAD; cat installed', [], {
      cwd: '/home/user/project',
    })
    expect(stdout).toBe(`${sha}\n1`)
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: refOf(sha) })

    const { sandboxId } = sandbox
    await using same = make().create({ ...session, sandboxId })
    expect(await same.start()).toEqual({ outcome: 'connected' })
    expect(same.sandboxId).toBe(sandboxId)
  })

  it.each([
    ['fixed', { NPM_TOKEN: secret }],
    ['minted', async () => ({ NPM_TOKEN: secret })],
  ])('that fail say why, without secrets that are %s, and are tried again when asked for', async (kind, buildEnv) => {
    const { logger, texts } = keepingLogger()
    const heard: string[] = []
    const onBuildLog = ({ message }: { message: string }): void => void heard.push(message)
    const factory = make({ logger, onBuildLog, template: { buildEnv } })
    const session = context({ setupCommand: `${failing} # ${kind}` })
    await bench.host.commit(kind, '1')
    const one = await factory.builds.start(session)
    const failed = await ended(factory, session, one.buildId)
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('exit status 3') })
    expect(failed.logs?.join('\n')).toContain('no luck with')
    const seen = await make({ template: { buildEnv } }).builds.get(session, {}, one.buildId)
    expect(seen).toEqual(failed)
    await expect.poll(() => heard.join('\n')).toContain('no luck with')
    expect(JSON.stringify([failed, texts, heard])).not.toContain(secret)
    await expect.poll(async () => (await factory.builds.start(session)).buildId).not.toBe(one.buildId)
  })

  it('that another program asked for are told without secrets that are fixed', async () => {
    const definition = Template().fromTemplate('base').runCmd(`echo it is ${secret}`)
    const { templateId, buildId } = await Template.buildInBackground(definition, 'of-another-program', bench.connection)
    const factory = make({ template: { buildEnv: { NPM_TOKEN: secret } } })
    const { logs = [] } = await ended(factory, context(), `${templateId}:${buildId}`)
    expect(logs.join('\n')).toContain('it is ***')
    expect(logs.join('\n')).not.toContain(secret)
  })

  it('of somebody else are joined', async () => {
    const sha = await bench.host.commit('joined', '1')
    const session = context({ setupCommand: 'cat joined' })
    const release = bench.emulator.faults.holdBuilds()
    const definition = Template().fromTemplate('base').runCmd('true')
    const theirs = await Template.buildInBackground(definition, refOf(sha, 'cat joined'), bench.connection)
    const { last } = bench.emulator.journal
    const { logger, texts } = keepingLogger()
    const joined = await make({ logger }).builds.start(session)
    const { templateId } = theirs
    expect(joined).toEqual({ buildId: `${templateId}:${theirs.buildId}`, templateId, status: 'pending' })
    expect(bench.calls(last)).toEqual([alias, template])
    release()
    await expect.poll(() => texts.join('\n')).toContain('the build is done')
    expect(await make().builds.get(session, {}, joined.buildId)).toMatchObject({ status: 'ready' })
    expect(built(last)).toBe(0)
  })

  it('come after those of somebody else for another commit', async () => {
    const sha = await bench.host.commit('another', '1')
    const session = context({ setupCommand: 'cat another' })
    const release = bench.emulator.faults.holdBuilds()
    const definition = Template().fromTemplate('base').runCmd('true')
    const other = refOf(sha, 'cat another').replace(/:.*/, ':sha-000000000000')
    const theirs = await Template.buildInBackground(definition, other, bench.connection)
    const { logger, texts } = keepingLogger()
    const factory = make({ logger })
    const { last } = bench.emulator.journal
    expect((await factory.builds.start(session)).buildId).toBe(`${theirs.templateId}:${theirs.buildId}`)
    release()
    await expect.poll(() => texts.join('\n')).toContain('the build is done')
    expect(built(last)).toBe(1)
    expect(await factory.builds.start(session)).toMatchObject({ buildId: `${refOf(sha, 'cat another')}:existing` })
    const builds = await factory.builds.list(session)
    expect(builds.map(({ buildId }) => buildId)).toEqual([expect.any(String), `${theirs.templateId}:${theirs.buildId}`])
  })

  it('of many lines are told to the end', async () => {
    const session = context({ setupCommand: 'seq 1 250' })
    await bench.host.commit('many', '1')
    const factory = make()
    const { buildId } = await factory.builds.start(session)
    const { logs = [] } = await ended(factory, session, buildId)
    expect(logs.filter((line) => /^(.* )?\d+$/m.test(line)).length).toBeGreaterThanOrEqual(250)
    expect(logs.join('\n')).toContain('250')
  })
})
