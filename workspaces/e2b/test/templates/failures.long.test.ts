import { Template, type TemplateBuilder } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import type { BuildLogEntry } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'
import { keepingLogger } from './support/keeping-logger.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const { list, create, alias, template: look, tags, request, trigger } = routes
let count = 0

/** A definition that no other test has. */
function definition(...commands: readonly string[]): TemplateBuilder {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ NUMBER: `${count}` })
    .runCmd([...commands, 'true'])
}

const numbered = Array.from({ length: 30 }, (_, index) => `echo line-${index}`)

describe('a definition that cannot be had', () => {
  it('a step that fails is an error of the start with the last lines, and makes no machine', async () => {
    const lines: BuildLogEntry[] = []
    const template = definition(...numbered, 'exit 3')
    const sandbox = target.make({ template, onBuildLog: (entry) => void lines.push(entry) })
    const error: unknown = await sandbox.start().catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'EXECUTION_FAILED', retry: 'never' })
    expect(String(error)).toMatch(/template caisson-[0-9a-f]{16}.*step 2.*exit status 3/)
    expect(String(error)).toContain('line-29')
    expect(String(error)).not.toContain('line-2\n')
    expect(lines.map(({ message }) => message).join('\n')).toContain('line-0')
    expect(lines.every(({ timestamp }) => timestamp instanceof Date)).toBe(true)
    expect(await listAll(target)).toEqual([])
  })

  it('a build that takes too long is told with its last lines, goes on, and is joined by the next start', async () => {
    const release = target.emulator.faults.nextBuild({ at: 3, stall: true })
    const template = definition('echo slow-start').runCmd('true')
    const sandbox = target.make({ template, buildTimeoutMs: 2500 })
    const error: unknown = await sandbox.start().catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'TIMEOUT', retry: 'safe', details: { operation: 'build', timeoutMs: 2500 } })
    expect(String(error)).toMatch(/goes on.*buildTimeoutMs/)
    expect(String(error)).toContain('slow-start')
    const { last } = target.emulator.journal
    const again = sandbox.start()
    release.cancel()
    await again
    expect(sentSince(target, last)).toEqual([list, create])
    expect(builtSince(target)).toBe(1)
    await sandbox.destroy()
  })

  it('a build is waited for no longer than the start may take', async () => {
    const release = target.emulator.faults.holdBuilds()
    const sandbox = target.make({ template: definition(), startTimeoutMs: 3000, buildTimeoutMs: 60_000 })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { operation: 'build' },
      message: expect.stringContaining('startTimeoutMs sets how long') as string,
    })
    release()
  })

  it('a start that is ended stops waiting, and the build goes on', async () => {
    const release = target.emulator.faults.holdBuilds()
    const template = definition()
    const sandbox = target.make({ template })
    const started = sandbox.start()
    started.catch(() => undefined)
    await expect.poll(() => target.emulator.journal.count({ route: trigger })).toBe(1)
    await sandbox.destroy()
    await expect(started).rejects.toMatchObject({ code: 'INVALID_STATE' })
    expect(await listAll(target)).toEqual([])
    await using next = target.make({ template })
    const abort = new AbortController()
    const { last } = target.emulator.journal
    const aborted = next.start({ abortSignal: abort.signal })
    aborted.catch(() => undefined)
    await expect.poll(() => target.emulator.journal.count({ route: list, after: last })).toBeGreaterThan(0)
    abort.abort()
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
    const again = next.start()
    release()
    await again
    expect(builtSince(target)).toBe(1)
  })
})

describe('answers that are lost or refused', () => {
  it('the answer to the question for a build: it is asked for once more, since nothing was begun', async () => {
    target.emulator.faults.next(request, { loseResponse: true })
    await using sandbox = target.make({ template: definition() })
    await sandbox.start()
    const sent = sentSince(target, 0)
    expect(sent.slice(0, 4)).toEqual([list, create, alias, request])
    expect(sent.slice(-3)).toEqual([request, trigger, create])
    expect(sent.slice(4, -3).every((route) => route === alias || route === look)).toBe(true)
    expect(target.emulator.journal.count({ route: trigger })).toBe(1)
  })

  it('the answer to the start of a build: the build that began is taken', async () => {
    target.emulator.faults.next(trigger, { loseResponse: true })
    await using sandbox = target.make({ template: definition() })
    await sandbox.start()
    expect(sentSince(target, 0)).toEqual([list, create, alias, request, trigger, alias, look, create])
  })

  it('looks at a build that fail are made again', async () => {
    const poll = 'GET /templates/{id}/builds/{build}/status'
    const fault = target.emulator.faults.next(poll, { status: 502, times: 3 })
    await using sandbox = target.make({ template: definition() })
    await sandbox.start()
    expect(fault.hits).toBe(3)
  })

  it('a limit of requests is waited for', async () => {
    const fault = target.emulator.faults.rateLimit(request, { retryAfterSeconds: 1 })
    await using sandbox = target.make({ template: definition() })
    await sandbox.start()
    expect(fault.hits).toBe(1)
    expect(builtSince(target)).toBe(2)
  })

  it.each([
    [401, 'UNAUTHENTICATED'],
    [500, 'UNAVAILABLE'],
    [400, 'EXECUTION_FAILED'],
  ])('a refusal with %i is %s', async (status, code) => {
    target.emulator.faults.next(request, { status, times: 2 })
    const sandbox = target.make({ template: definition() })
    await expect(sandbox.start()).rejects.toMatchObject({ code })
    expect(await listAll(target)).toEqual([])
  })
})

describe('names that others have', () => {
  it('are not used or built over: the same is built under a name of this account', async () => {
    const { said, logger } = keepingLogger()
    const template = definition()
    await using first = target.make({ template, logger })
    target.emulator.faults.next(create, { status: 403, times: 1 })
    await first.start()
    const name = (await first.getInfo()).metadata?.['templateName']
    expect(name).toMatch(/^caisson-[0-9a-f]{16}-[0-9a-f]{8}$/)
    expect(sentSince(target, 0)).toEqual([list, create, create, alias, request, trigger, create])
    expect(said.join('\n')).not.toContain(target.connection.apiKey)
  })

  it('are noticed when they are built as well', async () => {
    target.emulator.faults.next(request, { status: 403, times: 1 })
    await using sandbox = target.make({ template: { ref: 'taken:v1', template: definition() } })
    await sandbox.start()
    expect((await sandbox.getInfo()).metadata?.['templateName']).toMatch(/^taken-[0-9a-f]{8}:v1$/)
    const { last } = target.emulator.journal
    await using next = target.make({ template: { ref: 'taken:v2', template: definition() } })
    await next.start()
    expect(sentSince(target, last)).toEqual([list, create, alias, look, tags, request, trigger, create])
  })

  it('a refusal of the own name as well is no matter of names', async () => {
    target.emulator.faults.next(create, { status: 403, times: 2 })
    const sandbox = target.make({ template: definition() })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(sentSince(target, 0)).toEqual([list, create, create])
  })
})

describe('what is known late', () => {
  it('a build that is ready and not yet seen is asked for again for a while, and not built twice', async () => {
    target.emulator.faults.lagTemplates(1500)
    const template = definition()
    await using first = target.make({ template })
    await first.start()
    expect(builtSince(target)).toBe(1)
    const sent = sentSince(target, 0)
    expect(sent.slice(0, 5)).toEqual([list, create, alias, request, trigger])
    expect(new Set(sent.slice(5))).toEqual(new Set([create]))
    expect(sent.length).toBeGreaterThan(6)
  })

  it('a build of somebody else that is not yet seen is waited for, also where tags are not told', async () => {
    target.emulator.faults.lagTemplates(3000)
    const template = definition()
    await Template.build(template, 'late', { ...target.connection })
    const fault = target.emulator.faults.next(tags, { status: 404 })
    const { last } = target.emulator.journal
    await using sandbox = target.make({ template: { ref: 'late', template } })
    await sandbox.start()
    expect(builtSince(target, last)).toBe(0)
    expect(fault.hits).toBe(1)
    expect(sentSince(target, last).slice(0, 6)).toEqual([list, create, alias, look, tags, create])
  })

  it('a server that does not tell of builds is asked for one', async () => {
    const fault = target.emulator.faults.next(look, { status: 401 })
    await Template.build(definition(), 'silent:v1', { ...target.connection })
    await using sandbox = target.make({ template: { ref: 'silent:v2', template: definition() } })
    await sandbox.start()
    expect(fault.hits).toBe(1)
    expect(builtSince(target)).toBe(2)
  })

  it('a tag that is missing is built beside those that are there', async () => {
    await using first = target.make({ template: { ref: 'tagged:v1', template: definition() } })
    await first.start()
    const { last } = target.emulator.journal
    await using second = target.make({ template: { ref: 'tagged:v2', template: definition(), buildTags: ['current'] } })
    await second.start()
    expect(sentSince(target, last)).toEqual([list, create, alias, look, tags, request, trigger, create])
    const found = await Template.getTags('tagged', { ...target.connection })
    expect(found.map(({ tag }) => tag).toSorted()).toEqual(['current', 'v1', 'v2'])
  })

  it('a build that somebody asked for and went away from is not waited for', async () => {
    target.emulator.faults.leaveBuild('left', { ageMs: 120_000 })
    await using sandbox = target.make({ template: { ref: 'left', template: definition() } })
    await sandbox.start()
    expect(sentSince(target, 0)).toEqual([list, create, alias, look, request, trigger, create])
  })
})
