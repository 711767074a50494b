import { afterEach, describe, expect, it } from 'vitest'
import { clientOf } from '../support/foreign-machine.js'
import { buildCost, failureOf, quickImage, routes, useSnapshots } from './support/snapshot-bench.js'

const bench = useSnapshots()
afterEach(() => bench.emulator.faults.clear())

describe('a snapshot for mounting [D03]', () => {
  it('is built by the first call, and costs one request afterwards', async () => {
    const image = quickImage('first')
    const lines: string[] = []
    const resources = { cpu: 2, memory: 4, disk: 6 }
    const options = { image, resources, onBuildLog: ({ message }: { message: string }) => void lines.push(message) }
    const facts = { name: expect.stringMatching(/^caisson-mountable-[0-9a-f]{16}$/), image, resources }
    expect(
      await bench.costOf(async () => {
        expect(await bench.call(options)).toEqual({ ...facts, tools: ['gcsfuse', 's3fs'], action: 'built' })
      }),
    ).toEqual(buildCost)
    expect(lines.join('\n')).toContain('echo first')
    expect(lines.join('\n')).toContain('(installation of gcsfuse, s3fs)')
    expect(lines.join('\n')).not.toContain('apt-get')
    lines.length = 0
    const { name, action } = await bench.call(options)
    expect(action).toBe('reused')
    expect(await bench.costOf(() => bench.call(options))).toEqual({ [routes.look]: 1 })
    expect(lines).toEqual([])
    const snapshot = await clientOf(bench).snapshot.get(name)
    expect(snapshot).toMatchObject({ cpu: 2, mem: 4, disk: 6, regionIds: ['us'] })
    expect(image.dockerfile).not.toContain('caisson')
  })

  it('is built once for ten calls at the same time', async () => {
    const image = quickImage('ten')
    const after = bench.emulator.journal.last
    const made = await Promise.all(Array.from({ length: 10 }, () => bench.call({ image })))
    expect(new Set(made.map(({ name }) => name)).size).toBe(1)
    expect(made.map(({ action }) => action)).toEqual(Array.from({ length: 10 }, () => 'built'))
    const { [routes.look]: looks, ...others } = bench.allSince(after)
    expect(others).toEqual({ [routes.create]: 1, [routes.logAddress]: 1, [routes.log]: 1 })
    expect(looks).toBeGreaterThan(10)
  })

  it('is taken from whoever was faster', async () => {
    const image = quickImage('ten')
    const { name } = await bench.call({ image })
    bench.emulator.faults.next(routes.look, { status: 404 })
    const after = bench.emulator.journal.last
    expect(await bench.call({ image })).toMatchObject({ name, action: 'built' })
    expect(bench.allSince(after)).toMatchObject({ [routes.create]: 1, [routes.look]: 2 })
  })
})

describe('a call that is refused', () => {
  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'PERMISSION_DENIED'],
    [429, 'RATE_LIMITED'],
    [503, 'UNAVAILABLE'],
  ])('with %i is %s, whatever was asked for, and builds nothing', async (status, code) => {
    const image = quickImage(`refused-${status}`)
    bench.emulator.faults.next(routes.look, { status })
    expect(await failureOf(bench.call({ image }))).toMatchObject({
      code,
      provider: 'daytona',
      retry: expect.any(String),
    })
    const after = bench.emulator.journal.last
    if (status === 503) return
    bench.emulator.faults.next(routes.create, { status })
    expect(await failureOf(bench.call({ image }))).toMatchObject({ code })
    expect(bench.allSince(after)).toEqual({ [routes.look]: 1, [routes.create]: 1 })
  })

  it('tells how long to wait where the vendor says so', async () => {
    bench.emulator.faults.rateLimit(routes.look, { retryAfterSeconds: 7 })
    const failure = await failureOf(bench.call({ image: quickImage('limited') }))
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', retry: 'safe', retryAfterMs: 7000 })
  })

  it('ends with the reason when it is aborted while the vendor does not answer, and builds nothing', async () => {
    bench.emulator.faults.next(routes.look, { stall: true })
    const after = bench.emulator.journal.last
    const controller = new AbortController()
    const reason = new TypeError('not wanted any more')
    const failing = failureOf(bench.call({ image: quickImage('stalled'), abortSignal: controller.signal }))
    await expect.poll(() => bench.emulator.journal.count({ after, route: routes.look })).toBe(1)
    controller.abort(reason)
    expect(await failing).toBe(reason)
    expect(bench.allSince(after)).toEqual({ [routes.look]: 1 })
  })

  it('sends nothing when it was aborted before', async () => {
    const after = bench.emulator.journal.last
    const reason = new TypeError('not wanted any more')
    await expect(bench.call({ abortSignal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(bench.allSince(after)).toEqual({})
  })
})
