import { type Daytona, DaytonaConflictError, DaytonaNotFoundError, DaytonaValidationError } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { cleanUp, run, useDaytona } from './use-daytona.js'

const current = useDaytona({ transitionMs: 60 })

type Volume = Awaited<ReturnType<Daytona['volume']['get']>>

async function ready(name: string): Promise<Volume> {
  await current().daytona.volume.get(name, true)
  await expect.poll(async () => (await current().daytona.volume.get(name)).state).toBe('ready')
  return current().daytona.volume.get(name)
}

describe('volumes', () => {
  it('are created, become ready, and are found and listed', async () => {
    const { daytona } = current()
    const created = await daytona.volume.create('first')
    expect(created).toMatchObject({ name: 'first', state: 'pending_create', lastUsedAt: null, errorReason: null })
    const volume = await ready('first')
    expect(volume).toMatchObject({ id: created.id, state: 'ready' })
    expect((await daytona.volume.list()).map(({ name }) => name)).toContain('first')
    expect(await current().ask('GET', `/volumes/${volume.id}`)).toMatchObject({ status: 200, body: { name: 'first' } })
  })

  it('are made by name when there are none', async () => {
    const { daytona } = current()
    await expect(daytona.volume.get('by-name')).rejects.toBeInstanceOf(DaytonaNotFoundError)
    const made = await daytona.volume.get('by-name', true)
    expect(await daytona.volume.get('by-name', true)).toMatchObject({ id: made.id })
  })

  it('have names of their own: a 400, not a 409', async () => {
    const { daytona } = current()
    await daytona.volume.create('twice')
    const again = daytona.volume.create('twice')
    await expect(again).rejects.toBeInstanceOf(DaytonaValidationError)
    await expect(again).rejects.toThrow('Volume with name twice already exists')
    expect((await current().ask('POST', '/volumes', {})).status).toBe(400)
  })

  it('are one directory for all sandboxes that have them', async () => {
    const { daytona } = current()
    const { id } = await ready('shared')
    const volumes = [{ volumeId: id, mountPath: '/home/daytona/shared' }]
    const one = cleanUp(await daytona.create({ volumes }))
    const two = cleanUp(await daytona.create({ volumes }))
    await run(one, 'echo from one > ~/shared/file')
    expect(await run(two, 'cat ~/shared/file && echo from two >> ~/shared/file')).toBe('from one\n')
    expect(await run(one, 'cat ~/shared/file')).toBe('from one\nfrom two\n')
    expect(one.volumes).toEqual(volumes)
    await one.stop()
    await one.start()
    expect(await run(one, 'cat ~/shared/file')).toBe('from one\nfrom two\n')
    expect(await daytona.volume.get('shared')).toMatchObject({ lastUsedAt: expect.any(String) })
  })

  it('show a part of them where a subpath is asked for', async () => {
    const { daytona } = current()
    const { id } = await ready('parts')
    const part = cleanUp(
      await daytona.create({ volumes: [{ volumeId: id, mountPath: '/home/daytona/v', subpath: 'a/b' }] }),
    )
    await run(part, 'echo part > ~/v/file')
    const whole = cleanUp(await daytona.create({ volumes: [{ volumeId: id, mountPath: '/home/daytona/v' }] }))
    expect(await run(whole, 'cat ~/v/a/b/file')).toBe('part\n')
  })

  it('show nothing outside of them where a link stands for a part', async () => {
    const { daytona } = current()
    const { id } = await ready('linked')
    const sandbox = cleanUp(await daytona.create({ volumes: [{ volumeId: id, mountPath: '/home/daytona/v' }] }))
    await run(sandbox, 'ln -s /etc ~/v/out')
    for (const subpath of ['out', 'out/ssl']) {
      const made = daytona.create({ volumes: [{ volumeId: id, mountPath: '/home/daytona/w', subpath }] })
      await expect(made).rejects.toThrow('Invalid subpath')
    }
  })

  it('keep their files when sandboxes go, and cannot be deleted while there are any', async () => {
    const { daytona } = current()
    const volume = await ready('used')
    const volumes = [{ volumeId: volume.id, mountPath: '/home/daytona/v' }]
    const sandbox = await daytona.create({ volumes })
    try {
      await run(sandbox, 'echo kept > ~/v/file')
      await expect(daytona.volume.delete(volume)).rejects.toBeInstanceOf(DaytonaConflictError)
    } finally {
      await sandbox.delete(60, true)
    }
    const next = await daytona.create({ volumes })
    try {
      expect(await run(next, 'cat ~/v/file')).toBe('kept\n')
    } finally {
      await next.delete(60, true)
    }
    await daytona.volume.delete(volume)
    expect((await daytona.volume.list()).find(({ id }) => id === volume.id)?.state).toBe('pending_delete')
    await expect.poll(async () => (await daytona.volume.list()).some(({ id }) => id === volume.id)).toBe(false)
    await expect(daytona.volume.delete(volume)).rejects.toBeInstanceOf(DaytonaNotFoundError)
  })

  it.each([
    ['/', 'root directory'],
    ['relative', 'must be absolute'],
    ['/home/../etc', 'relative path components'],
    ['/a//b', 'consecutive slashes'],
    ['/etc/x', 'cannot be in /etc'],
  ])('cannot be seen at %s', async (mountPath, reason) => {
    const { id } = await ready('placed')
    const made = current().daytona.create({ volumes: [{ volumeId: id, mountPath }] })
    await expect(made).rejects.toThrow(reason)
  })

  it.each(['../out', 'a/../../out', '/../out'])('have no part %s', async (subpath) => {
    const { id } = await ready('placed')
    const made = current().daytona.create({ volumes: [{ volumeId: id, mountPath: '/home/daytona/v', subpath }] })
    await expect(made).rejects.toThrow('Invalid subpath')
  })

  it('must exist', async () => {
    const volumes = [{ volumeId: 'no-such', mountPath: '/home/daytona/v' }]
    await expect(current().daytona.create({ volumes })).rejects.toThrow("Volume 'no-such' not found")
  })
})
