import { DaytonaConflictError, DaytonaError, DaytonaRateLimitError, Image } from '@daytonaio/sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { EmulatorError } from '@caisson/emulators'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, useDaytona } from './use-daytona.js'

const certificate = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n'
const current = useDaytona({ transitionMs: 5, trustedCertificates: isPrivate ? [certificate] : [] })

afterEach(() => current().emulator.faults.clear())

async function show(name: string): Promise<unknown> {
  return (await current().ask('GET', `/snapshots/${name}`)).body
}

async function make(name: string, more: Record<string, unknown> = { imageName: 'debian:12' }): Promise<void> {
  expect((await current().ask('POST', '/snapshots', { name, ...more })).status).toBe(200)
}

const declared = (command: string) => ({ buildInfo: { dockerfileContent: `FROM debian:12\nRUN ${command}\n` } })

describe('snapshots', () => {
  it('are held while they are made, and taken by one of two who want the same name', async () => {
    const { ask, emulator } = current()
    const release = emulator.faults.holdBuilds('held')
    const [one, two] = await Promise.all([1, 2].map(() => ask('POST', '/snapshots', { name: 'held', imageName: 'a' })))
    expect(new Set([one?.status, two?.status])).toEqual(new Set([200, 409]))
    await make('free')
    await expect.poll(() => show('free')).toMatchObject({ state: 'active' })
    expect(await show('held')).toMatchObject({ state: 'pulling' })
    release()
    await expect.poll(() => show('held')).toMatchObject({ state: 'active' })
  })

  it('of images that cannot be had are in error, for a reason', async () => {
    const { ask, daytona, emulator } = current()
    emulator.faults.nextBuild({ snapshot: 'absent', fail: 'manifest for a:b not found' })
    const failed = daytona.snapshot.create({ name: 'absent', image: 'a:b' })
    await expect(failed).rejects.toThrow('Name: absent Reason: manifest for a:b not found')
    expect(await show('absent')).toMatchObject({ state: 'error', errorReason: 'manifest for a:b not found' })
    const { id } = (await show('absent')) as { id: string }
    expect((await ask('POST', `/snapshots/${id}/activate`)).status).toBe(400)
    await expect(daytona.snapshot.create({ name: 'absent', image: 'a' })).rejects.toBeInstanceOf(DaytonaConflictError)
  })

  it('that nobody has used for a while are inactive, and come back', async () => {
    const { daytona, emulator } = current()
    await make('idle')
    await expect.poll(() => show('idle')).toMatchObject({ state: 'active' })
    emulator.faults.deactivateSnapshot('idle')
    await expect(daytona.create({ snapshot: 'idle' })).rejects.toThrow('Snapshot idle is inactive')
    expect(() => emulator.faults.deactivateSnapshot('idle')).toThrow(EmulatorError)
    await daytona.snapshot.activate('idle')
    await expect.poll(() => show('idle')).toMatchObject({ state: 'active' })
  })

  it('lose answers, and are asked for too often', async () => {
    const { daytona, emulator } = current()
    emulator.faults.next('POST /snapshots', { loseResponse: true })
    await expect(daytona.snapshot.create({ name: 'lost', image: 'a' })).rejects.toBeInstanceOf(DaytonaError)
    await expect.poll(() => show('lost')).toMatchObject({ state: 'active' })
    emulator.faults.rateLimit('POST /snapshots', { retryAfterSeconds: 3 })
    const limited = daytona.snapshot.create({ name: 'limited', image: 'a' })
    await expect(limited).rejects.toBeInstanceOf(DaytonaRateLimitError)
    await expect(limited).rejects.toMatchObject({ headers: { 'retry-after': '3' } })
  })
})

describe.skipIf(!isPrivate)('builds (need namespaces)', () => {
  it('are shown as they are while they stall, and their log says how far they are', async () => {
    const { ask, emulator } = current()
    const fault = emulator.faults.nextBuild({ snapshot: 'stalled', at: 2, stall: true })
    await make('stalled', declared('echo two'))
    await expect.poll(() => fault.hits).toBe(1)
    expect(await show('stalled')).toMatchObject({ state: 'building' })
    const { id } = (await show('stalled')) as { id: string }
    const { url } = (await ask('GET', `/snapshots/${id}/build-logs-url`)).body as { url: string }
    const headers = { Authorization: `Bearer ${emulator.env.DAYTONA_API_KEY}` }
    const text = async (): Promise<string> => (await fetch(url, { headers })).text()
    expect(await text()).toMatch(/Step 2\/2 : RUN echo two\n$/)
    const followed = fetch(`${url}?follow=true`, { headers }).then((answer) => answer.text())
    fault.cancel()
    expect(await followed).toMatch(/\ntwo\n/)
    await expect.poll(() => show('stalled')).toMatchObject({ state: 'active' })
  })

  it('fail at a step, and as a whole, whoever asked for them', async () => {
    const { daytona, emulator } = current()
    emulator.faults.nextBuild({ at: 2, fail: 'no space left on device' })
    const image = Image.base('debian:12').runCommands('echo never')
    await expect(daytona.create({ image })).rejects.toThrow('build_failed')
    const { value: sandbox } = await daytona.list().next()
    expect(sandbox).toMatchObject({ errorReason: 'no space left on device' })
    await sandbox?.delete()
    emulator.faults.nextBuild({ at: 'finalize', fail: true })
    await make('unfinished', declared('echo once'))
    await expect
      .poll(() => show('unfinished'))
      .toMatchObject({
        state: 'build_failed',
        errorReason: 'this failure was ordered',
      })
  })

  it('are ended with the emulator while they stall', async () => {
    const { emulator } = current()
    const fault = emulator.faults.nextBuild({ stall: true, times: 2 })
    await make('left-pull')
    await make('left-build', declared('echo left'))
    await expect.poll(() => fault.hits).toBe(2)
    await emulator.reset()
    expect(fault.remaining).toBe(0)
    await expect.poll(() => show('left-build')).toMatchObject({ statusCode: 404 })
  })
})

it.skipIf(!isPrivate)('sandboxes trust the certificates of the option (needs namespaces)', async () => {
  const sandbox = cleanUp(await current().daytona.create())
  const { result } = await sandbox.process.executeCommand('grep -c "^of a test$" /etc/ssl/certs/ca-certificates.crt')
  expect(result).toBe('1\n')
})
