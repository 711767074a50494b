import { BuildError, Sandbox, Template } from 'e2b'
import { afterEach, expect, test } from 'vitest'
import { useEmulator } from '../start.js'
import { ask } from './ask.js'
import { echo, read, statusesOf } from './built.js'

const context = useEmulator()

afterEach(() => context.emulator.faults.clear())

test('a rebuild leaves the old version in use until the new one is ready', async () => {
  const { emulator, connection } = context
  await Template.build(echo('old'), 'again:v1', connection)
  const release = emulator.faults.holdBuilds('again')
  const building = Template.build(echo('new'), 'again:v1', connection)
  await expect.poll(() => statusesOf(context.emulator, 'again')).toEqual(['building', 'ready'])
  expect(await read(context.emulator, 'again:v1')).toBe('old\n')
  release()
  await building
  expect(await read(context.emulator, 'again:v1')).toBe('new\n')
  await expect(Sandbox.create('again', { ...connection })).rejects.toThrow(/404: tag 'default' does not exist/)
})

test('a build goes on when nobody looks, and more than one at a time', async () => {
  const { emulator, connection } = context
  const names = ['alone-1', 'alone-2'] as const
  const release = emulator.faults.holdBuilds()
  const leaving = new AbortController()
  const built = names.map((name) => {
    return Template.build(echo(name), name, { ...connection, signal: leaving.signal })
  })
  for (const name of names) await expect.poll(() => statusesOf(context.emulator, name)).toEqual(['building'])
  leaving.abort()
  for (const build of built) await expect(build).rejects.toThrow(Error)
  release()
  for (const name of names) await expect.poll(() => statusesOf(context.emulator, name)).toEqual(['ready'])
  expect(await read(context.emulator, 'alone-2')).toBe('alone-2\n')
})

test('a build fails, stalls and is late where that was ordered', async () => {
  const { emulator, connection } = context
  const { faults } = emulator
  const fault = faults.nextBuild({ template: 'ordered', at: 2, fail: 'the disk is full' })
  const template = Template().fromBaseImage().runCmd('echo one').runCmd('echo two')
  const messages: string[] = []
  const build = Template.build(template, 'ordered', {
    ...connection,
    onBuildLogs: (entry) => messages.push(entry.message),
  })
  await expect(build).rejects.toThrow('the disk is full')
  expect(messages).toContain('[builder 1/2] [stdout]: one')
  expect(messages).not.toContain('[builder 2/2] [stdout]: two')
  expect(fault).toMatchObject({ hits: 1, remaining: 0 })
  const stalled = faults.nextBuild({ at: 'finalize', stall: true })
  const late = faults.nextBuild({ delayMs: 1 })
  const info = await Template.buildInBackground(echo('late'), 'ordered', connection)
  await expect.poll(() => stalled.hits).toBe(1)
  expect(late.hits).toBe(1)
  expect((await Template.getBuildStatus(info, connection)).status).toBe('building')
  stalled.cancel()
  await expect.poll(async () => (await Template.getBuildStatus(info, connection)).status).toBe('ready')
  expect(() => faults.nextBuild({ at: 'base' })).toThrow(/expected an effect/)
  expect(() => faults.nextBuild({ stall: true, times: 0 })).toThrow(/times/)
  expect(() => faults.nextBuild({ stall: true, at: 0 })).toThrow(/at/)
})

test('what is ready is seen late where there is lag, and what was there stays', async () => {
  const { emulator, connection } = context
  await Template.build(echo('early'), 'late', connection)
  emulator.faults.lagTemplates(1_000_000)
  await Template.build(echo('later'), 'late', connection)
  await Template.build(echo('new'), 'late-new', connection)
  expect(await statusesOf(context.emulator, 'late-new')).toEqual(['ready'])
  expect(await read(context.emulator, 'late')).toBe('early\n')
  await expect(Sandbox.create('late-new', { ...connection })).rejects.toThrow(/404: tag 'default' does not exist/)
  expect(await Template.getTags('late-new', connection)).toEqual([])
  await Template.assignTags('late', 'stable', connection)
  await expect(Sandbox.create('late:stable', { ...connection })).rejects.toThrow(/404/)
  emulator.faults.lagTemplates(30)
  await Template.build(echo('soon'), 'soon', connection)
  await expect.poll(() => read(context.emulator, 'soon').catch(() => '')).toBe('soon\n')
})

test('lost answers and busy servers: a build is asked for once, and under way all the same', async () => {
  const { emulator, connection } = context
  const { faults, journal } = emulator
  faults.next('POST /v3/templates', { loseResponse: true })
  const after = journal.last
  await expect(Template.build(echo('lost'), 'lost', connection)).rejects.toThrow(Error)
  expect(journal.routes({ after })).toEqual({ 'POST /v3/templates': 1 })
  expect(await statusesOf(context.emulator, 'lost')).toEqual(['waiting'])
  faults.next('POST /v2/templates/{id}/builds/{build}', { loseResponse: true })
  await expect(Template.build(echo('lost'), 'lost', connection)).rejects.toThrow(Error)
  await expect.poll(() => statusesOf(context.emulator, 'lost')).toEqual(['ready', 'error'])
  faults.rateLimit('POST /v3/templates', { retryAfterSeconds: 0 })
  await Template.build(echo('busy'), 'busy', connection)
  faults.next('GET /templates/{id}/builds/{build}/status', { status: 500 })
  const polled = Template.build(echo('busy'), 'busy:polled', connection)
  await expect(polled).rejects.toBeInstanceOf(BuildError)
  await expect.poll(() => statusesOf(context.emulator, 'busy')).toEqual(['ready', 'ready'])
})

test('tags are of one build each, and of builds by their ids', async () => {
  const { emulator, connection } = context
  const both = { tags: ['v1', 'stable'] }
  const first = await Template.build(echo('one'), 'tagged', { ...connection, ...both })
  expect(await read(context.emulator, 'tagged:stable')).toBe('one\n')
  const second = await Template.build(echo('two'), 'tagged:v2', { ...connection, tags: ['stable'] })
  expect(await read(context.emulator, 'tagged:stable')).toBe('two\n')
  expect(await read(context.emulator, 'tagged:v1')).toBe('one\n')
  expect(await read(context.emulator, `tagged:${first.buildId}`)).toBe('one\n')
  const tags = await Template.getTags('tagged', connection)
  expect(Object.fromEntries(tags.map(({ tag, buildId }) => [tag, buildId]))).toEqual({
    v1: first.buildId,
    v2: second.buildId,
    stable: second.buildId,
  })
  await expect(Template.assignTags('tagged:v9', 'x', connection)).rejects.toThrow(/404/)
  await expect(Template.removeTags('tagged', 'default', connection)).rejects.toThrow(/Cannot delete the 'default' tag/)
  await expect(Template.removeTags('tagged:v1', 'v2', connection)).rejects.toThrow(/should not contain a tag/)
  expect((await ask(emulator, 'POST', '/v3/templates', { name: first.templateId })).status).toBe(409)
  expect((await ask(emulator, 'POST', '/v3/templates', {})).status).toBe(400)
  expect((await ask(emulator, 'POST', '/v3/templates', { name: 'a:b:c' })).status).toBe(400)
})
