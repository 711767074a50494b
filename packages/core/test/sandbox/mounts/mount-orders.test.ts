import { describe, expect, it } from 'vitest'
import { SandboxAbortError } from '../../../src/errors/index.js'
import type { Logger } from '../../../src/contract/index.js'
import { FakeMounter, mountable } from '../../support/fake-mounter.js'
import { FakeProvider } from '../../support/fake-provider.js'
import { FakeSandbox } from '../../support/fake-sandbox.js'

function mountingSandbox(cloud = new FakeProvider()) {
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const logger: Logger = { debug: log, info: log, warn: log, error: log }
  const native = new FakeMounter('native')
  cloud.mounter = native
  const sandbox = new FakeSandbox({ cloud, logger, supports: { nativeMounts: ['disk'], fuse: true } })
  return { sandbox, native, lines, cloud, fuse: new FakeMounter('fuse', native.journal) }
}

/** Never answers; says when it is given up. */
function hang(mounter: FakeMounter): AbortSignal[] {
  const signals: AbortSignal[] = []
  mounter.mount = (_host, _requests, signal) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  return signals
}

const bucket = { type: 'bucket' }

describe('mounts of several kinds', () => {
  it('are made parents first and unmounted children first, whoever makes them', async () => {
    const { sandbox, native, fuse } = mountingSandbox()
    sandbox.mounts?.add({
      '/data/sub/deep': mountable({}),
      '/data/sub': mountable(bucket, fuse),
      '/data': mountable({}),
      '/database': mountable(bucket, fuse),
    })
    await sandbox.start()
    expect(native.journal).toEqual([
      'native mounts /data',
      'fuse mounts /database',
      'fuse mounts /data/sub',
      'native mounts /data/sub/deep',
    ])
    native.journal.length = 0
    await sandbox.stop()
    expect(native.journal).toEqual([
      'native unmounts /data/sub/deep',
      'fuse unmounts /data/sub',
      'native unmounts /data',
      'fuse unmounts /database',
    ])
  })

  it('are handed to one mounter at once, nested ones too', async () => {
    const { sandbox, fuse } = mountingSandbox()
    sandbox.mounts?.add({
      '/a/b': mountable(bucket, fuse),
      '/a': mountable(bucket, fuse),
      '/c': mountable(bucket, fuse),
    })
    await sandbox.start()
    expect(fuse.batches).toEqual([['/a', '/c', '/a/b']])
  })

  it('say why nobody can mount them, where the machine has no FUSE', async () => {
    const sandbox = new FakeSandbox({ supports: { nativeMounts: ['disk'] } })
    const result = await sandbox.mount(mountable(bucket, new FakeMounter()), '/a')
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('no FUSE') })
    expect(sandbox.mounts?.get('/a')?.state).toBe('unsupported')
    expect(sandbox.getInstructions()).toContain('Not available in the sandbox: /a.')
  })

  it('take the word of a mounter that this machine cannot do it, and count what is there for the model', async () => {
    const { sandbox, fuse, lines } = mountingSandbox()
    fuse.answer = ({ mountPath }) =>
      mountPath === '/a' ? { success: true } : { unsupported: true, error: 'no device' }
    sandbox.mounts?.add({ '/a': mountable(bucket, fuse), '/b': mountable(bucket, fuse) })
    await sandbox.start()
    expect(sandbox.mounts?.get('/b')).toMatchObject({ state: 'unsupported', error: 'no device' })
    expect(sandbox.getInstructions()).toMatch(
      / 1 filesystem\(s\) mounted via FUSE\. Not available in the sandbox: \/b\.$/,
    )
    expect(lines.filter((line) => line.includes('/b'))).toEqual(['/b is not mounted (unsupported): no device'])
  })
})

describe('a machine that existed before', () => {
  it('is told once what is wanted in it, a new one never', async () => {
    const { sandbox, fuse, cloud } = mountingSandbox()
    sandbox.mounts?.add({ '/a': mountable(bucket, fuse), '/b': mountable(bucket, fuse) })
    await sandbox.start()
    expect(fuse.wanted).toEqual([undefined])
    const second = mountingSandbox(cloud)
    second.sandbox.mounts?.add({ '/a': mountable(bucket, second.fuse), '/c': mountable({}) })
    await second.sandbox.start()
    expect(second.fuse.wanted).toEqual([['/a', '/c']])
    await second.sandbox.mount(mountable(bucket, second.fuse), '/d')
    expect(second.fuse.wanted).toEqual([['/a', '/c'], undefined])
  })
})

describe('a sandbox that runs', () => {
  it('mounts what was added meanwhile when it is started again', async () => {
    const { sandbox, fuse } = mountingSandbox()
    await sandbox.start()
    sandbox.mounts?.add({ '/a': mountable(bucket, fuse) })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.mounts?.get('/a')?.state).toBe('mounted')
  })
})

describe('mount()', () => {
  it('makes sure of a mount that was made before', async () => {
    const { sandbox, fuse } = mountingSandbox()
    const filesystem = mountable(bucket, fuse)
    await sandbox.mount(filesystem, '/a')
    fuse.answer = () => ({ success: false, error: 'its program has died' })
    expect(await sandbox.mount(filesystem, '/a')).toEqual({
      success: false,
      mountPath: '/a',
      error: 'its program has died',
    })
    expect(fuse.unmounted).toEqual([])
  })

  it('is given up by its caller, and what was begun is undone', async () => {
    const { sandbox, fuse } = mountingSandbox()
    await sandbox.start()
    const signals = hang(fuse)
    const caller = new AbortController()
    const mounting = sandbox.mount(mountable(bucket, fuse), '/a', { abortSignal: caller.signal })
    const outcome = mounting.catch((error: unknown) => error)
    await expect.poll(() => signals.length).toBe(1)
    caller.abort()
    expect(await outcome).toBeInstanceOf(SandboxAbortError)
    expect(signals[0]?.aborted).toBe(true)
    await expect.poll(() => fuse.unmounted).toEqual([['/a']])
    expect(sandbox.mounts?.get('/a')?.state).toBe('error')
    const early = sandbox.mount(mountable(bucket, fuse), '/b', { abortSignal: caller.signal })
    await expect(early).rejects.toBeInstanceOf(SandboxAbortError)
    expect(signals).toHaveLength(1)
  })

  it('ends after its time with a result', async () => {
    const { sandbox, fuse } = mountingSandbox()
    await sandbox.start()
    hang(fuse)
    const result = await sandbox.mount(mountable(bucket, fuse), '/a', { timeoutMs: 20 })
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('20ms') })
    await expect.poll(() => fuse.unmounted).toEqual([['/a']])
  })

  it.each([{ timeoutMs: 0 }, { timeoutMs: '5' }, { abortSignal: {} }, 'text'])(
    'refuses the options %j',
    async (options) => {
      const { sandbox, fuse } = mountingSandbox()
      const mounting = sandbox.mount(mountable(bucket, fuse), '/a', options as never)
      await expect(mounting).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(sandbox.mounts?.entries.size).toBe(0)
    },
  )

  it('a mounter that hangs does not fail the start', async () => {
    const { fuse, cloud } = mountingSandbox()
    const signals = hang(fuse)
    const sandbox = new FakeSandbox({ cloud, startTimeoutMs: 200, supports: { nativeMounts: ['disk'], fuse: true } })
    sandbox.mounts?.add({ '/a': mountable(bucket, fuse) })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(signals[0]?.aborted).toBe(true)
    expect(sandbox.mounts?.get('/a')?.state).toBe('error')
  })
})

describe('unmount()', () => {
  it('tells the log when the path was in use', async () => {
    const { sandbox, fuse, lines } = mountingSandbox()
    await sandbox.mount(mountable(bucket, fuse), '/a')
    fuse.answerUnmount = () => ({ success: true, busy: true })
    await sandbox.unmount('/a')
    expect(lines.at(-1)).toContain('/a was in use')
  })

  it('keeps an entry that the machine refuses to unmount', async () => {
    const { sandbox, fuse } = mountingSandbox()
    await sandbox.mount(mountable(bucket, fuse), '/a')
    fuse.answerUnmount = () => ({ error: 'not now' })
    await expect(sandbox.unmount('/a')).rejects.toMatchObject({ code: 'MOUNT_ERROR', message: 'not now' })
    expect(sandbox.mounts?.get('/a')?.state).toBe('mounted')
  })
})
