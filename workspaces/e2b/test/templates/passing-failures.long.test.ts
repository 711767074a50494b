import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BuildLogEntry } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
const folders: string[] = []
afterEach(async () => {
  vi.useRealTimers()
  await target.emulator.reset()
  await Promise.all(folders.splice(0).map(async (folder) => rm(folder, { recursive: true })))
})

const { list, create, alias, template: look, tags, request, link, upload, trigger } = routes
let count = 0

/** A definition that no other test has. */
function definition(): TemplateClass & object {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ COUNT: `${count}` })
}

/** The same with a file that has to be sent. */
async function definitionWithFile(): Promise<TemplateClass & object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-passing-'))
  folders.push(folder)
  await writeFile(path.join(folder, 'file'), `content ${Date.now()} ${folders.length}`)
  return Template({ fileContextPath: folder }).fromTemplate('base').copy('file', '/home/user/file')
}

describe('files that cannot be sent', () => {
  it.each([upload, link])('once are sent again by a new request for the build (%s)', async (route) => {
    const fault = target.emulator.faults.next(route, { status: 502 })
    await using sandbox = target.make({ template: await definitionWithFile() })
    await sandbox.start()
    expect(fault.hits).toBe(1)
    expect(builtSince(target)).toBe(2)
  })

  it('at all leave a build that the next start of this program does not wait for', async () => {
    const fault = target.emulator.faults.next(upload, { status: 502, times: Number.POSITIVE_INFINITY })
    await using sandbox = target.make({ template: await definitionWithFile() })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'safe', operation: 'build' })
    expect(fault.hits).toBe(3)
    fault.cancel()
    const { last } = target.emulator.journal
    await sandbox.start()
    expect(sentSince(target, last)).toEqual([list, create, alias, look, request, link, upload, trigger, create])
  })
})

describe('requests that E2B does not answer for a while', () => {
  it.each([
    ['the look for the template', alias],
    ['the look for its builds', look],
    ['the look for its tags', tags],
  ])('%s is made again', async (_what, route) => {
    count += 1
    const ref = `asked-${count}`
    await Template.build(definition(), `${ref}:v1`, { ...target.connection })
    const { last } = target.emulator.journal
    const fault = target.emulator.faults.next(route, { status: 503, times: 2 })
    await using sandbox = target.make({ template: { ref: `${ref}:v2`, template: definition() } })
    await sandbox.start()
    expect(fault.hits).toBe(2)
    expect(builtSince(target, last)).toBe(1)
    expect((await sandbox.getInfo()).metadata).not.toHaveProperty('templateFallback')
  })

  it.each([
    ['the start of a build', trigger, { status: 500 }],
    ['a question whose answer was lost', request, { loseResponse: true }],
  ])(
    '%s, twice: it is asked for again, and what it left is not waited for by the next start',
    async (_what, route, how) => {
      const fault = target.emulator.faults.next(route, { ...how, times: 2 })
      await using sandbox = target.make({ template: definition() })
      await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAVAILABLE', operation: 'build' })
      expect(fault.hits).toBe(2)
      const { last } = target.emulator.journal
      await sandbox.start()
      expect(sentSince(target, last)).toEqual([list, create, alias, look, request, trigger, create])
    },
  )
})

describe('a team that has as many builds as it may have', () => {
  it('gets its build when another has ended, and its start is one', async () => {
    target.emulator.faults.limitBuilds(0)
    const lines: BuildLogEntry[] = []
    await using sandbox = target.make({ template: definition(), onBuildLog: (entry) => void lines.push(entry) })
    const started = sandbox.start()
    started.catch(() => undefined)
    await expect.poll(() => builtSince(target)).toBe(2)
    target.emulator.faults.limitBuilds(undefined)
    await started
    expect(target.emulator.journal.count({ route: create })).toBe(2)
    expect(lines.map(({ message }) => message).join('\n')).toContain('maximum number of concurrent template builds')
  })

  it('that takes longer than the build may is told why', async () => {
    target.emulator.faults.limitBuilds(0)
    await using sandbox = target.make({ template: definition(), buildTimeoutMs: 3000 })
    const error: unknown = await sandbox.start().catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { operation: 'build' } })
    expect(String(error)).toContain('maximum number of concurrent template builds')
    expect(target.emulator.journal.count({ route: create })).toBe(1)
    target.emulator.faults.limitBuilds(undefined)
    // It goes on asking meanwhile.
    await sandbox.start()
  })

  it('is told in the end what E2B says, as a limit of the account and not of requests', async () => {
    target.emulator.faults.limitBuilds(0)
    const lines: string[] = []
    const sandbox = target.make({ template: definition(), onBuildLog: ({ message }) => void lines.push(message) })
    const started = sandbox.start()
    started.catch(() => undefined)
    const refusals = (): number => lines.filter((line) => line.includes('is asked for again')).length
    await expect.poll(refusals).toBe(2)
    // It is asked for again for a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    await expect(started).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      retry: 'safe',
      operation: 'build',
      message: expect.stringContaining('maximum number of concurrent template builds') as string,
    })
    expect(target.emulator.journal.count({ route: create })).toBe(1)
    expect(builtSince(target)).toBe(3)
  })
})

describe('tags that are seen late', () => {
  it('of a build that is ready are looked for again before another is asked for', async () => {
    target.emulator.faults.lagTemplates(3000)
    const template = definition()
    await Template.build(template, 'late:v1', { ...target.connection })
    const { last } = target.emulator.journal
    await using sandbox = target.make({ template: { ref: 'late:v1', template } })
    await sandbox.start()
    expect(builtSince(target, last)).toBe(0)
  })
})
