import {
  DaytonaAuthorizationError,
  DaytonaConflictError,
  DaytonaNotFoundError,
  DaytonaValidationError,
} from '@daytonaio/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, run, useDaytona } from './use-daytona.js'

const current = useDaytona({ transitionMs: 60 })

async function states(where: string, end: string): Promise<string[]> {
  const seen: string[] = []
  while (seen.at(-1) !== end) {
    const { body } = await current().ask('GET', where)
    const { state } = body as { state: string }
    if (seen.at(-1) !== state) seen.push(state)
  }
  return seen
}

describe('snapshots of images', () => {
  it('are pending, pulled and active, and found by id and by name', async () => {
    const { ask, daytona } = current()
    const made = await ask('POST', '/snapshots', { name: 'pulled', imageName: 'debian:12', cpu: 2, memory: 4, disk: 5 })
    expect(made).toMatchObject({ status: 200, body: { name: 'pulled', state: 'pending', general: false, size: null } })
    expect(await states('/snapshots/pulled', 'active')).toEqual(['pending', 'pulling', 'active'])
    const byName = await daytona.snapshot.get('pulled')
    expect(await daytona.snapshot.get(byName.id)).toEqual(byName)
    expect(byName).toMatchObject({ imageName: 'debian:12', cpu: 2, mem: 4, disk: 5, gpu: 0, errorReason: null })
    expect(byName).toMatchObject({
      lastUsedAt: null,
      sourceSandboxId: null,
      entrypoint: null,
      size: expect.any(Number),
    })
  })

  it('are made through the client, with their entry point', async () => {
    const { daytona } = current()
    const snapshot = await daytona.snapshot.create({ name: 'entry', image: 'debian:12', entrypoint: ['sleep', '5'] })
    expect(snapshot).toMatchObject({ name: 'entry', state: 'active', entrypoint: ['sleep', '5'] })
  })

  it('are listed in pages, the newest first', async () => {
    const { ask, daytona } = current()
    for (const name of ['page-1', 'page-2', 'page-3']) await ask('POST', '/snapshots', { name, imageName: 'debian:12' })
    const first = await daytona.snapshot.list(1, 2)
    expect(first.items.map(({ name }) => name)).toEqual(['page-3', 'page-2'])
    expect(first).toMatchObject({ page: 1, totalPages: Math.ceil(first.total / 2) })
    const second = await daytona.snapshot.list(2, 2)
    expect(second.items[0]?.name).toBe('page-1')
    const all = await daytona.snapshot.list()
    expect(all.items).toHaveLength(all.total)
    expect(all.items.some(({ general }) => general)).toBe(true)
    expect((await ask('GET', '/snapshots?page=0')).status).toBe(400)
    expect((await ask('GET', '/snapshots?limit=many')).status).toBe(400)
  })

  it('have names of their own', async () => {
    const { ask, daytona } = current()
    await ask('POST', '/snapshots', { name: 'twice', imageName: 'debian:12' })
    const again = daytona.snapshot.create({ name: 'twice', image: 'debian:12' })
    await expect(again).rejects.toBeInstanceOf(DaytonaConflictError)
  })

  it('are removed by name or as a whole, and are gone a little later', async () => {
    const { daytona } = current()
    const snapshot = await daytona.snapshot.create({ name: 'removed', image: 'debian:12' })
    await daytona.snapshot.delete('removed')
    expect(await daytona.snapshot.get(snapshot.id)).toMatchObject({ state: 'removing' })
    await expect
      .poll(() => daytona.snapshot.get('removed').catch((error: unknown) => error))
      .toBeInstanceOf(DaytonaNotFoundError)
    await expect(daytona.snapshot.delete(snapshot)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(daytona.snapshot.delete('no-such')).rejects.toBeInstanceOf(DaytonaNotFoundError)
  })

  it('of the vendor cannot be removed', async () => {
    const { daytona } = current()
    const { items } = await daytona.snapshot.list()
    const general = items.find((snapshot) => snapshot.general)
    if (general === undefined) throw new TypeError('there is no general snapshot')
    await expect(daytona.snapshot.delete(general)).rejects.toBeInstanceOf(DaytonaAuthorizationError)
    expect(await daytona.snapshot.get(general.name)).toMatchObject({ state: 'active' })
  })

  it('that are inactive make no sandboxes until they are activated', async () => {
    const { ask, daytona } = current()
    const snapshot = await daytona.snapshot.create({ name: 'resting', image: 'debian:12' })
    await expect(daytona.snapshot.activate(snapshot)).rejects.toThrow('already active')
    expect((await ask('POST', `/snapshots/${snapshot.id}/deactivate`)).status).toBe(204)
    await expect(daytona.create({ snapshot: 'resting' })).rejects.toThrow('Snapshot resting is inactive')
    await daytona.snapshot.activate('resting')
    expect(await states('/snapshots/resting', 'active')).toContain('active')
    cleanUp(await daytona.create({ snapshot: 'resting' }))
    expect((await daytona.snapshot.get('resting')).lastUsedAt).not.toBeNull()
  })

  it('that do not exist make no sandboxes: a 400, not a 404', async () => {
    const made = current().daytona.create({ snapshot: 'no-such' })
    await expect(made).rejects.toBeInstanceOf(DaytonaValidationError)
    await expect(made).rejects.toThrow('Snapshot no-such not found. Did you add it through the Daytona Dashboard?')
  })

  it.each([
    [{}, 'name'],
    [{ name: 'x' }, 'either an image name or a build info'],
    [{ name: 5, imageName: 'a' }, 'name must be a string'],
    [{ name: 'a b', imageName: 'a' }, 'Invalid snapshot name'],
    [{ name: 'x', imageName: 'a b' }, 'Invalid image name'],
    [{ name: 'x', imageName: 'a', buildInfo: { dockerfileContent: 'FROM a' } }, 'Cannot specify an image name'],
    [{ name: 'x', buildInfo: {} }, 'dockerfileContent'],
    [{ name: 'x', buildInfo: 'FROM a' }, 'buildInfo must be an object'],
    [{ name: 'x', imageName: 'a', cpu: 'two' }, 'cpu must be an integer'],
  ])('are refused when asked for as %j', async (body, reason) => {
    const answer = await current().ask('POST', '/snapshots', body)
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, message: expect.stringContaining(reason) } })
  })
})

describe('snapshots of sandboxes', () => {
  it('hold the disk of one moment; the sandbox goes on', async () => {
    const { daytona } = current()
    const sandbox = cleanUp(await daytona.create({ envVars: { A: 'b' } }))
    await run(sandbox, 'echo kept > ~/file && mkdir ~/dir && ln -s ../file ~/dir/link && chmod 700 ~/dir')
    await sandbox.createSnapshot('of-a-sandbox')
    expect(sandbox.state).toBe('started')
    await run(sandbox, 'echo changed > ~/file')
    const snapshot = await daytona.snapshot.get('of-a-sandbox')
    expect(snapshot).toMatchObject({ state: 'active', sourceSandboxId: sandbox.id, general: false })
    const copy = cleanUp(await daytona.create({ snapshot: 'of-a-sandbox' }))
    expect(await run(copy, 'cat ~/dir/link; stat -c %a ~/dir')).toBe('kept\n700\n')
    const listed = await daytona.snapshot.list({ sourceSandboxId: sandbox.id })
    expect(listed.items.map(({ name }) => name)).toEqual(['of-a-sandbox'])
  })

  it('show the state in between, and take one change at a time', async () => {
    const { ask, daytona } = current()
    const sandbox = cleanUp(await daytona.create())
    const { body } = await ask('POST', `/sandbox/${sandbox.id}/snapshot`, { name: 'in-between' })
    expect(body).toMatchObject({ state: 'snapshotting' })
    expect(await daytona.snapshot.get('in-between')).toMatchObject({ state: 'snapshotting' })
    await expect(sandbox.createSnapshot('too-soon')).rejects.toBeInstanceOf(DaytonaConflictError)
    expect((await ask('GET', '/snapshots/too-soon')).status).toBe(404)
    expect(await states('/snapshots/in-between', 'active')).toEqual(['snapshotting', 'active'])
    await expect.poll(async () => (await daytona.get(sandbox.id)).state).toBe('started')
  })

  it('are taken of stopped sandboxes too, and of no others', async () => {
    const { daytona } = current()
    const sandbox = cleanUp(await daytona.create())
    await run(sandbox, 'echo stopped > ~/file')
    await sandbox.stop()
    await sandbox.createSnapshot('of-a-stopped-one')
    expect(sandbox.state).toBe('stopped')
    const copy = cleanUp(await daytona.create({ snapshot: 'of-a-stopped-one' }))
    expect(await run(copy, 'cat ~/file')).toBe('stopped\n')
    await sandbox.archive()
    await expect.poll(async () => (await daytona.get(sandbox.id)).state).toBe('archived')
    await expect(sandbox.createSnapshot('of-an-archived-one')).rejects.toBeInstanceOf(DaytonaValidationError)
  })

  it('stay when the sandbox goes, and sandboxes stay when the snapshot goes', async () => {
    const { daytona } = current()
    const sandbox = await daytona.create()
    onTestFinished(() => sandbox.delete(60, true).catch(() => undefined))
    await run(sandbox, 'echo one > ~/file')
    await sandbox.createSnapshot('outlives')
    await sandbox.delete(60, true)
    const copy = cleanUp(await daytona.create({ snapshot: 'outlives' }))
    await daytona.snapshot.delete('outlives')
    await expect.poll(async () => (await current().ask('GET', '/snapshots/outlives')).status).toBe(404)
    expect(await run(copy, 'cat ~/file')).toBe('one\n')
  })

  it.skipIf(!isPrivate)('let what runs in the sandbox run on', async () => {
    const sandbox = cleanUp(await current().daytona.create())
    const pid = await run(sandbox, 'sleep 1000 > /dev/null 2>&1 & echo $!')
    await sandbox.createSnapshot('of-a-busy-one')
    expect(await run(sandbox, `ps -o stat= -p ${pid.trim()}`)).toMatch(/^S/)
  })
})
