import { beforeAll, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, E2BFactorySandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { buildQuickBase } from '../templates/support/quick-base.js'
import { routes, sentSince } from '../templates/support/requests.js'
import { ended } from './support/factory-bench.js'

const size = { cpuCount: 1, memoryMB: 512 }
const settings = { cpuCount: 1, memoryMb: 512 }
const { id } = createDefaultMountableTemplate(size)
/** The name of one size belongs to somebody else. */
const foreign = createDefaultMountableTemplate({ ...size, cpuCount: 3 }).id
const target = useEmulated({ teams: [{ name: 'others', apiKeys: ['e2b_others'], templates: [foreign] }] })
beforeAll(async () => buildQuickBase(target))

const context = { sessionId: 'session', getRepositoryAccess: undefined }
const { list, create } = routes

describe('sessions without a repository', () => {
  it('are made from the default template of the chosen size, which can be built before', async () => {
    const factory = new E2BFactorySandbox(target.connection)
    const { buildId } = await factory.builds.start(context, settings)
    expect(await ended(factory, context, buildId)).toMatchObject({ status: 'ready' })
    await expect
      .poll(() => factory.builds.start(context, settings))
      .toEqual({ buildId: `${id}:existing`, status: 'ready' })
    expect((await factory.builds.list(context, settings)).map((build) => build.buildId)).toEqual([buildId])
    expect(await factory.builds.list(context)).toEqual([])

    const { last } = target.emulator.journal
    await using sandbox = factory.create(context, settings)
    await sandbox.start()
    expect(sentSince(target, last)).toEqual([list, create])
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: id })
    expect(await sandbox.e2b.getInfo()).toMatchObject({ cpuCount: 1, memoryMB: 512 })
  })

  it('have one of their own where the name belongs to somebody else', async () => {
    const factory = new E2BFactorySandbox(target.connection)
    const larger = { ...settings, cpuCount: 3 }
    expect(await factory.builds.get(context, larger, `${foreign}:existing`)).toMatchObject({ status: 'unknown' })
    expect(await factory.builds.list(context, larger)).toEqual([])
    const { buildId } = await factory.builds.start(context, larger)
    expect(await ended(factory, context, buildId)).toMatchObject({ status: 'ready' })
    const existing = { buildId: expect.stringMatching(`^${foreign}-[0-9a-f]{8}:existing$`), status: 'ready' }
    await expect.poll(() => factory.builds.start(context, larger)).toEqual(existing)
    expect((await factory.builds.list(context, larger)).map((build) => build.buildId)).toEqual([buildId])
  })
})
