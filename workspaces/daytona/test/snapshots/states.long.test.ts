import { setTimeout as wait } from 'node:timers/promises'
import { RecordingLogger } from '@caisson/conformance'
import { removeSudo } from '@caisson/testing'
import type { Image } from '@daytonaio/sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { clientOf } from '../support/foreign-machine.js'
import { buildCost, failureOf, quickImage, routes, useSnapshots } from './support/snapshot-bench.js'

const bench = useSnapshots()
afterEach(() => bench.emulator.faults.clear())

/** Another program makes a snapshot, and the answer is there as soon as its build has begun. */
async function makeElsewhere(name: string, image: Image): Promise<{ readonly ended: Promise<unknown> }> {
  const after = bench.emulator.journal.last
  const ended = clientOf(bench).snapshot.create({ name, image })
  ended.catch(() => undefined)
  await expect.poll(() => bench.emulator.journal.count({ after, route: routes.create })).toBe(1)
  await wait(200)
  return { ended }
}

/** Puts a snapshot out of use, as the vendor does with those that nobody used for weeks. */
async function deactivate(name: string): Promise<void> {
  const { id } = await clientOf(bench).snapshot.get(name)
  const { apiUrl, apiKey } = bench.connection
  const headers = { Authorization: `Bearer ${apiKey}` }
  const { status } = await fetch(`${apiUrl}/snapshots/${id}/deactivate`, { method: 'POST', headers })
  expect(status).toBe(204)
}

describe('a snapshot that is there', () => {
  it('is used by its name, whatever it was made of, where a name was chosen', async () => {
    const { name } = await bench.call({ image: quickImage('named'), name: 'cloud-fs-mounting' })
    expect(name).toBe('cloud-fs-mounting')
    expect(await bench.call({ image: quickImage('other'), name })).toMatchObject({ name, action: 'reused' })
  })

  it('is activated when it is inactive', async () => {
    const image = quickImage('inactive')
    const { name } = await bench.call({ image })
    await deactivate(name)
    const cost = await bench.costOf(async () => {
      expect(await bench.call({ image })).toMatchObject({ name, action: 'reused' })
    })
    expect(cost).toEqual({ [routes.look]: 1, [routes.activate]: 1 })
    expect((await clientOf(bench).snapshot.get(name)).state).toBe('active')
  })

  it('is waited for when somebody else builds it, with the log of that build', async () => {
    const image = quickImage('elsewhere', 'sleep 2', 'echo nearly there')
    const { ended } = await makeElsewhere('elsewhere', image)
    const lines: string[] = []
    const cost = await bench.costOf(async () => {
      const made = await bench.call({ name: 'elsewhere', onBuildLog: ({ message }) => lines.push(message) })
      expect(made).toMatchObject({ name: 'elsewhere', action: 'built' })
    })
    expect(cost).not.toHaveProperty(routes.create)
    expect(cost).toMatchObject({ [routes.logAddress]: 1 })
    expect(lines.join('\n')).toContain('nearly there')
    await ended
  })

  it('fails when the build of somebody else does, and is left as it is', async () => {
    const image = quickImage('theirs', 'sleep 1', 'echo theirs is broken >&2; exit 3')
    const { ended } = await makeElsewhere('theirs', image)
    const after = bench.emulator.journal.last
    const failure = await failureOf(bench.call({ name: 'theirs' }))
    expect(failure).toMatchObject({ code: 'EXECUTION_FAILED', retry: 'never' })
    expect(failure.message).toContain('theirs is broken')
    expect(bench.allSince(after)).not.toHaveProperty(routes.remove)
    await expect(ended).rejects.toThrow('theirs')
  })
})

describe('a build that fails', () => {
  const broken = quickImage('broken', 'echo the build is broken >&2; exit 7')

  it('is an error with the last lines of its log, and nothing of our script', async () => {
    const logger = new RecordingLogger()
    const failure = await failureOf(bench.call({ image: broken, logger }))
    expect(failure).toMatchObject({
      code: 'EXECUTION_FAILED',
      retry: 'never',
      provider: 'daytona',
      details: { template: expect.stringMatching(/^snapshot caisson-mountable-/) },
    })
    expect(failure.message).toContain('returned a non-zero code: 7')
    expect(failure.message).toContain('the build is broken')
    expect(failure.message).not.toContain('apt-get')
    expect(logger.text()).toContain('the build is broken')
    expect(logger.text()).not.toContain(bench.connection.apiKey)
    expect(logger.records.some(({ level, message }) => level === 'warn' && message.includes('failed'))).toBe(true)
  })

  it('is removed by the next call and built anew, once', async () => {
    const after = bench.emulator.journal.last
    expect(await failureOf(bench.call({ image: broken }))).toMatchObject({ code: 'EXECUTION_FAILED' })
    expect(bench.allSince(after)).toMatchObject({ [routes.remove]: 1, [routes.create]: 1 })
  })

  it('is over when the cause is gone', async () => {
    const name = 'mended'
    await failureOf(bench.call({ name, image: broken }))
    expect(await bench.call({ name, image: quickImage('mended') })).toMatchObject({ name, action: 'built' })
  })

  it('because somebody removed it meanwhile is not begun again', async () => {
    const name = 'removed'
    const after = bench.emulator.journal.last
    const failing = failureOf(bench.call({ name, image: quickImage(name, 'sleep 2') }))
    await expect.poll(() => bench.emulator.journal.count({ after, route: routes.log })).toBe(1)
    await clientOf(bench).snapshot.delete(name)
    expect(await failing).toMatchObject({ code: 'EXECUTION_FAILED', message: expect.stringContaining('removed') })
    expect(bench.allSince(after)).toMatchObject({ [routes.create]: 1 })
  })

  it('because a tool cannot be installed names the tool', async () => {
    const without =
      "sudo sh -c 'rm -f /usr/local/bin/gcsfuse; echo exit 100 >/usr/local/bin/apt-get; chmod 755 /usr/local/bin/apt-get; cp /usr/local/bin/apt-get /usr/local/bin/curl'"
    const failure = await failureOf(bench.call({ tools: ['gcsfuse'], image: quickImage('no tool', without) }))
    expect(failure).toMatchObject({ code: 'EXECUTION_FAILED' })
    expect(failure.message).toContain('gcsfuse is missing')
  })
})

describe('an image whose commands run as a user', () => {
  it('is fine where there is sudo', async () => {
    const image = quickImage('user').dockerfileCommands(['USER daytona'])
    expect((await bench.call({ image })).action).toBe('built')
  })

  it('is refused in words where there is none', async () => {
    const image = quickImage('no sudo', `sudo ${removeSudo}`).dockerfileCommands(['USER daytona'])
    const failure = await failureOf(bench.call({ image }))
    expect(failure).toMatchObject({ code: 'EXECUTION_FAILED', message: expect.stringContaining('needs root') })
  })
})

describe('a connection that breaks', () => {
  it('after the creation was sent leads to one snapshot', async () => {
    const image = quickImage('lost')
    const fault = bench.emulator.faults.next(routes.create, { loseResponse: true })
    const after = bench.emulator.journal.last
    const { name, action } = await bench.call({ image })
    expect(action).toBe('built')
    expect(fault.hits).toBe(1)
    expect(bench.allSince(after)).toMatchObject({ [routes.create]: 1, [routes.logAddress]: 1 })
    const { items } = await clientOf(bench).snapshot.list()
    expect(items.filter((snapshot) => snapshot.name === name)).toHaveLength(1)
  })

  it('before it was sent is an error, and nothing is built', async () => {
    const image = quickImage('reset')
    bench.emulator.faults.next(routes.create, { resetConnection: true, times: 3 })
    expect(await failureOf(bench.call({ image }))).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    bench.emulator.faults.clear()
    expect((await clientOf(bench).snapshot.list()).items.filter(({ state }) => state === 'building')).toEqual([])
    expect((await bench.call({ image })).action).toBe('built')
  })

  it('while it is waited for ends nothing', async () => {
    const image = quickImage('waiting', 'sleep 2')
    const after = bench.emulator.journal.last
    const calling = bench.call({ image })
    await expect.poll(() => bench.emulator.journal.count({ after, route: routes.log })).toBe(1)
    bench.emulator.faults.next(routes.look, { status: 502, times: 2 })
    bench.emulator.faults.rateLimit(routes.look)
    expect((await calling).action).toBe('built')
  })

  it('in the log costs its lines only', async () => {
    const logger = new RecordingLogger()
    bench.emulator.faults.next(routes.log, { cutAfterBytes: 20 })
    expect((await bench.call({ image: quickImage('cut'), logger })).action).toBe('built')
    expect(logger.text()).toContain('reading the log of snapshot')
    bench.emulator.faults.next(routes.logAddress, { status: 500 })
    expect((await bench.call({ image: quickImage('no log'), logger })).action).toBe('built')
    expect(bench.emulator.journal.unrouted()).toEqual([])
  })
})

it('a new build costs three requests that are waited for', async () => {
  expect(await bench.costOf(() => bench.call({ image: quickImage('cost') }))).toEqual(buildCost)
})
