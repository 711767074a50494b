import { RateLimitError, Sandbox, Template } from 'e2b'
import { afterEach, expect, test } from 'vitest'
import { useEmulator } from '../start.js'
import { ask } from './ask.js'
import { buildsOf, echo, statusesOf } from './built.js'

const context = useEmulator()

afterEach(() => context.emulator.faults.clear())

test('a build is shown as it is: waiting, building, ready', async () => {
  const { emulator, connection } = context
  const release = emulator.faults.holdBuilds('stages')
  const requested = await ask(emulator, 'POST', '/v3/templates', { name: 'stages' })
  const { templateID, buildID } = requested.body as { templateID: string; buildID: string }
  const status = `/templates/${templateID}/builds/${buildID}/status`
  expect((await ask(emulator, 'GET', status)).body).toMatchObject({ status: 'waiting', logEntries: [] })
  expect(await buildsOf(context.emulator, 'stages')).toMatchObject([{ buildID, status: 'waiting' }])
  const trigger = `/v2/templates/${templateID}/builds/${buildID}`
  expect((await ask(emulator, 'POST', trigger, { fromImage: 'any', steps: [] })).status).toBe(202)
  expect(await ask(emulator, 'POST', trigger, { fromImage: 'any' })).toMatchObject({
    status: 400,
    body: { message: 'build is not in waiting state' },
  })
  const [building] = await buildsOf(context.emulator, 'stages')
  expect(building).toMatchObject({ status: 'building' })
  expect(building).not.toHaveProperty('finishedAt')
  await expect(Sandbox.create('stages', { ...connection })).rejects.toThrow(
    "404: tag 'default' does not exist for template 'stages'",
  )
  expect(await Template.exists('stages', connection)).toBe(true)
  expect(await Template.exists('stages:default', connection)).toBe(false)
  release()
  await expect.poll(() => statusesOf(context.emulator, 'stages')).toEqual(['ready'])
  const [ready] = await buildsOf(context.emulator, 'stages')
  expect(Date.parse(ready?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(building?.createdAt ?? ''))
  expect(ready?.updatedAt).toBe(ready?.finishedAt)
  expect(await Template.exists('stages:default', connection)).toBe(true)
})

test('builds are shown in pages, the latest first', async () => {
  const { emulator } = context
  const ids: string[] = []
  let templateId = ''
  for (const tag of ['a', 'b', 'c']) {
    const { body } = await ask(emulator, 'POST', '/v3/templates', { name: 'pages', tags: [tag] })
    const { templateID, buildID } = body as { templateID: string; buildID: string }
    templateId = templateID
    ids.unshift(buildID)
  }
  const first = await ask(emulator, 'GET', `/templates/${templateId}?limit=2`)
  const token = first.headers.get('x-next-token') ?? ''
  const second = await ask(emulator, 'GET', `/templates/${templateId}?limit=2&nextToken=${token}`)
  expect(second.headers.get('x-next-token')).toBeNull()
  const shown = [first, second].flatMap(({ body }) => (body as { builds: { buildID: string }[] }).builds)
  expect(shown.map(({ buildID }) => buildID)).toEqual(ids)
  expect((await ask(emulator, 'GET', `/templates/${templateId}?limit=0`)).status).toBe(400)
  expect((await ask(emulator, 'GET', `/templates/${templateId}?nextToken=x`)).status).toBe(400)
})

test('a build of the same tag ends the one before, and one of another tag does not', async () => {
  const { emulator, connection } = context
  emulator.faults.holdBuilds('rivals')
  const first = Template.build(echo('first'), 'rivals:a', connection).catch((error: unknown) => error)
  await expect.poll(() => statusesOf(context.emulator, 'rivals')).toEqual(['building'])
  await Template.buildInBackground(echo('other'), 'rivals:b', connection)
  await Template.buildInBackground(echo('second'), 'rivals:a', connection)
  expect(await first).toMatchObject({ name: 'BuildError', message: 'build was cancelled' })
  expect(await statusesOf(context.emulator, 'rivals')).toEqual(['building', 'building', 'error'])
  const waiting = emulator.faults.leaveBuild('rivals:c')
  emulator.faults.leaveBuild('rivals:c')
  const superseded = await Template.getBuildStatus(waiting, connection)
  expect(superseded.reason?.message).toMatch(/superseded by a newer one/)
})

test('more builds than a team may have at once are refused, but for those that take the place of one', async () => {
  const { emulator, connection } = context
  await emulator.reset()
  emulator.faults.holdBuilds()
  emulator.faults.limitBuilds(1)
  await Template.buildInBackground(echo('one'), 'limited:a', connection)
  const refused = Template.buildInBackground(echo('two'), 'limited:b', connection)
  await expect(refused).rejects.toBeInstanceOf(RateLimitError)
  // The same tag again takes the place of the first.
  await Template.buildInBackground(echo('one'), 'limited:a', connection)
})

test('an old build that waits is told from a new one', async () => {
  const { emulator, connection } = context
  const left = emulator.faults.leaveBuild('left:v1', { ageMs: 120_000 })
  const [build] = await buildsOf(context.emulator, 'left')
  expect(build).toMatchObject({ buildID: left.buildId, status: 'waiting' })
  expect(Date.now() - Date.parse(build?.createdAt ?? '')).toBeGreaterThanOrEqual(120_000)
  expect((await Template.getBuildStatus(left, connection)).status).toBe('waiting')
})
