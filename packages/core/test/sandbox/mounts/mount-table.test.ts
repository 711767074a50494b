import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { WorkspaceFilesystem } from '../../../src/contract/index.js'
import { MountError, MountNotSupportedError } from '../../../src/errors/index.js'
import { FakeMounter, mountable } from '../../support/fake-mounter.js'
import { FakeProvider } from '../../support/fake-provider.js'
import { FakeSandbox } from '../../support/fake-sandbox.js'

function mountingSandbox(): { sandbox: FakeSandbox; mounter: FakeMounter } {
  const cloud = new FakeProvider()
  const mounter = new FakeMounter()
  cloud.mounter = mounter
  return { sandbox: new FakeSandbox({ cloud, supports: { nativeMounts: ['disk'] } }), mounter }
}

describe('mounts', () => {
  it('are made in one batch when the sandbox starts, and again after a stop', async () => {
    const { sandbox, mounter } = mountingSandbox()
    sandbox.mounts?.add({ '/a': mountable({}), '/b': mountable({}), '/c/': mountable({}) })
    await sandbox.start()
    expect(mounter.batches).toEqual([['/a', '/b', '/c']])
    expect([...(sandbox.mounts?.entries.values() ?? [])].map((entry) => entry.state)).toEqual([
      'mounted',
      'mounted',
      'mounted',
    ])
    await sandbox.stop()
    expect(mounter.unmounted).toEqual([['/a', '/b', '/c']])
    expect(sandbox.mounts?.get('/a')?.state).toBe('pending')
    await sandbox.start()
    expect(mounter.batches).toHaveLength(2)
    expect((await sandbox.getInfo()).mounts).toEqual(['/a', '/b', '/c'].map((path) => ({ path, filesystem: 'disk' })))
  })

  it('are not unmounted one by one when the machine disappears with them', async () => {
    const { sandbox, mounter } = mountingSandbox()
    mounter.outlivesMachine = false
    sandbox.mounts?.add({ '/a': mountable({}) })
    await sandbox.start()
    await sandbox.destroy()
    expect(mounter.unmounted).toEqual([])
    expect(sandbox.mounts?.get('/a')?.state).toBe('pending')
  })

  it.each([
    ['a failure', { success: false, error: 'no route' }, 'error', 'no route'],
    ['a failure without a reason', { success: false }, 'error', 'Mount failed'],
    ['a missing tool', { success: false, unavailable: true }, 'unavailable', 'FUSE tool not installed'],
  ])('record %s and never fail the start', async (_name, answer, state, error) => {
    const { sandbox, mounter } = mountingSandbox()
    mounter.answer = () => answer
    sandbox.mounts?.add({ '/a': mountable({}) })
    await sandbox.start()
    expect(sandbox.mounts?.get('/a')).toMatchObject({ state, error })
    mounter.answer = () => ({ success: true })
    expect(await sandbox.mount(sandbox.mounts?.get('/a')?.filesystem as WorkspaceFilesystem, '/a')).toEqual({
      success: true,
      mountPath: '/a',
    })
    expect(sandbox.mounts?.get('/a')?.error).toBeUndefined()
  })

  it('record what nobody can mount', async () => {
    const { sandbox } = mountingSandbox()
    sandbox.mounts?.add({ '/none': mountable(), '/other': mountable({ type: 'tape' }) })
    await sandbox.start()
    expect(sandbox.mounts?.get('/none')).toMatchObject({
      state: 'unsupported',
      error: 'Filesystem does not support mounting',
    })
    expect(sandbox.mounts?.get('/other')).toMatchObject({ state: 'unsupported', error: 'Unsupported mount type: tape' })
  })

  it.each([
    [() => false as const, 'unsupported', 'Skipped by onMount hook'],
    [() => ({ success: true }), 'mounted', undefined],
    [() => ({ success: false }), 'error', 'Mount hook failed'],
    [() => ({ success: false, error: 'mine' }), 'error', 'mine'],
    [
      () => {
        throw new TypeError('broken')
      },
      'error',
      'Mount hook error: broken',
    ],
    [() => undefined, 'mounted', undefined],
  ])('follow the answer of the onMount hook (%#)', async (hook, state, error) => {
    const { sandbox, mounter } = mountingSandbox()
    const workspace = { id: 'ws' }
    let seen: unknown
    sandbox.mounts?.setContext({ workspace })
    sandbox.mounts?.setOnMount((args) => {
      seen = args
      return hook()
    })
    sandbox.mounts?.add({ '/a': mountable({ bucket: 'b' }) })
    await sandbox.start()
    expect(sandbox.mounts?.get('/a')).toMatchObject({ state, ...(error ? { error } : {}) })
    expect(seen).toMatchObject({
      mountPath: '/a',
      config: { type: 'disk', bucket: 'b' },
      workspace,
      sandbox: { id: 'box' },
    })
    expect(mounter.batches).toHaveLength(hook.length === 0 && state === 'mounted' && hook() === undefined ? 1 : 0)
  })

  it('are processed once, however many ask at the same time', async () => {
    const { sandbox, mounter } = mountingSandbox()
    await sandbox.start()
    sandbox.mounts?.setOnMount(() => sleep(5))
    sandbox.mounts?.add({ '/a': mountable({}) })
    await Promise.all([
      sandbox.mounts?.processPending(),
      sandbox.mounts?.processPending(),
      sandbox.mounts?.processPending(),
    ])
    expect(mounter.batches).toEqual([['/a']])
  })

  it('have a hash that depends on what is in the configuration, not on its order', async () => {
    const { sandbox, mounter } = mountingSandbox()
    sandbox.mounts?.add({
      '/a': mountable({ x: 1, y: { p: 1, q: 2 } }),
      '/b': mountable({ y: { q: 2, p: 1 }, x: 1 }),
      '/c': mountable({ x: 2, big: 1n }),
    })
    await sandbox.start()
    expect(mounter.hashes[0]).toBe(mounter.hashes[1])
    expect(mounter.hashes[2]).not.toBe(mounter.hashes[0])
    expect(mounter.hashes[0]).toMatch(/^[0-9a-f]{16}$/)
  })

  it.each(['/tmp/../etc', '/a/./b', '/', '/a b', '/a;id', '/é', 'rel', ''])(
    '[BR-138] refuse the path %j before anything is done',
    async (path) => {
      const { sandbox } = mountingSandbox()
      expect(() => sandbox.mounts?.add({ [path]: mountable({}) })).toThrow(MountError)
      await sandbox.start()
      sandbox.cloud.journal.length = 0
      await expect(sandbox.mount(mountable({}), path)).rejects.toBeInstanceOf(MountError)
      expect(sandbox.cloud.journal).toEqual([])
    },
  )

  it('[BR-138] treat /a and /a/ as one path', async () => {
    const { sandbox } = mountingSandbox()
    expect(() => sandbox.mounts?.add({ '/a': mountable({}), '/a/': mountable({}) })).toThrow(MountError)
    sandbox.mounts?.add({ '/a': mountable({}) })
    expect(sandbox.mounts?.has('/a/')).toBe(true)
  })

  it('are unmounted on request; nothing there is an error', async () => {
    const { sandbox, mounter } = mountingSandbox()
    await sandbox.mount(mountable({}), '/a')
    await sandbox.unmount('/a/')
    expect(mounter.unmounted).toEqual([['/a']])
    expect(sandbox.mounts?.has('/a')).toBe(false)
    await expect(sandbox.unmount('/a')).rejects.toBeInstanceOf(MountError)
  })

  it('are a typed error where the provider has none', async () => {
    const sandbox = new FakeSandbox()
    expect(sandbox.mounts).toBeUndefined()
    await expect(sandbox.mount(mountable({}), '/a')).rejects.toBeInstanceOf(MountNotSupportedError)
  })
})

describe('the onMount hook', () => {
  it('can use the machine while it starts', async () => {
    const { sandbox } = mountingSandbox()
    sandbox.mounts?.setOnMount(async ({ sandbox: starting }) => {
      await starting.processes?.spawn('mount it myself')
      return { success: true }
    })
    sandbox.mounts?.add({ '/a': mountable({}) })
    await sandbox.start()
    expect(sandbox.cloud.journal).toContain('spawn m1 mount it myself')
    expect(sandbox.mounts?.get('/a')?.state).toBe('mounted')
  })
})

describe('mounting nothing', () => {
  it('is a typed error and leaves no entry', async () => {
    const { sandbox } = mountingSandbox()
    await expect(sandbox.mount(undefined as never, '/a')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(sandbox.mounts?.entries.size).toBe(0)
    expect(sandbox.cloud.journal).toEqual([])
  })

  it('a mounter that hangs does not keep the machine alive', async () => {
    const { sandbox, mounter } = mountingSandbox()
    mounter.mount = (_host, _requests, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    sandbox.mounts?.add({ '/a': mountable({}) })
    const start = sandbox.start().catch((error: unknown) => error)
    await sleep(20)
    await sandbox.destroy()
    await start
    expect(sandbox.cloud.machines.size).toBe(0)
  })
})
