import { expect, it } from 'vitest'
import { keepingLogger } from '../repository/support/keeping-logger.js'
import { useRepositoryBench } from '../repository/support/repository-bench.js'
import { routes } from '../templates/support/requests.js'
import { ended, factoryBench } from './support/factory-bench.js'

const token = 'a-token-of-the-host'
const bench = useRepositoryBench({ token })
const { make, context } = factoryBench(bench)
const { list, create, alias, request, link, upload, trigger } = routes

it('builds of a repository that needs a token are asked for with the clone, and never show the token', async () => {
  const { logger, texts } = keepingLogger()
  const factory = make({ logger })
  const sha = await bench.host.commit('a', '1')
  const { last } = bench.emulator.journal
  const { buildId, status } = await factory.builds.start(context())
  expect(status).toBe('pending')
  expect(bench.calls(last)).toEqual([alias, request, link, upload, trigger])
  const build = await ended(factory, context(), buildId)
  expect(build).toMatchObject({ status: 'ready' })
  expect(JSON.stringify([build, texts])).not.toContain(token)

  const start = bench.emulator.journal.last
  await using sandbox = factory.create(context())
  await sandbox.start()
  expect(bench.calls(start)).toEqual([list, create])
  const { stdout } = await sandbox.executeCommand('git', ['rev-parse', 'HEAD'], { cwd: '/home/user/project' })
  expect(stdout.trim()).toBe(sha)
})

it('builds of a repository that the token does not open are not asked for', async () => {
  const wrong = { scheme: 'bearer', token: 'another-token' } as const
  const getRepositoryAccess = async () => ({ cloneUrl: bench.cloneUrl, authorization: wrong })
  const { last } = bench.emulator.journal
  const failure: unknown = await make()
    .builds.start(context({ getRepositoryAccess, setupCommand: 'never' }))
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringMatching(/team\/project/) })
  expect(String(failure)).not.toContain('another-token')
  expect(bench.emulator.journal.count({ route: request, after: last })).toBe(0)
})
