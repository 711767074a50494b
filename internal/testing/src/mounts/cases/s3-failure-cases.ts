import { expect } from 'vitest'
import { daemonsOf, mount, mountLines, sh } from '../in-machine.js'
import { startS3Store } from '../stores.js'
import type { MountCase } from './mount-case.js'

type Check = MountCase['check']

const forever = Number.POSITIVE_INFINITY

const brokenStores = [
  { what: 'answers 503', effect: { status: 503 } },
  { what: 'answers 500', effect: { status: 500 } },
  { what: 'never answers', effect: { stall: true } },
  { what: 'ends every connection', effect: { resetConnection: true } },
].map(({ what, effect }) => ({
  title: `[BR-098] a store that ${what}: the mount fails in bounded time, leaves nothing, and works once the store does`,
  check: async ({ stores, sandbox }: Parameters<Check>[0]) => {
    const s3 = await stores.s3()
    const filesystem = s3.open({ bucket: s3.nextBucket() })
    const fault = s3.server.faults.next('*', { ...effect, times: forever })
    const result = await sandbox.mount(filesystem, '/store')
    fault.cancel()
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(/.{10}/) })
    expect(await mountLines(sandbox, '/store')).toEqual([])
    expect(await daemonsOf(sandbox, '/store')).toEqual([])
    await mount(sandbox, filesystem, '/store')
    await sandbox.unmount('/store')
  },
}))

const endings = [
  { what: 'a time-out is a result', options: () => ({ timeoutMs: 1000 }), settles: 'resolved' },
  { what: 'an abort is thrown', options: () => ({ abortSignal: AbortSignal.timeout(1000) }), settles: 'rejected' },
].map(({ what, options, settles }) => ({
  title: `${what} at once, and what was begun is undone`,
  check: async ({ stores, sandbox }: Parameters<Check>[0]) => {
    const s3 = await stores.s3()
    const fault = s3.server.faults.next('*', { stall: true, times: forever })
    const mounting = sandbox.mount(s3.open({ bucket: s3.nextBucket() }), '/given-up', options())
    const outcome = await mounting.then(
      (result) => ({ kind: 'resolved', told: result.error }),
      (error: unknown) => ({ kind: 'rejected', told: String(error) }),
    )
    expect(outcome).toMatchObject({ kind: settles, told: expect.stringMatching(/time|abort/i) })
    await expect.poll(() => mountLines(sandbox, '/given-up'), { timeout: 120_000, interval: 1000 }).toEqual([])
    await expect.poll(() => daemonsOf(sandbox, '/given-up'), { timeout: 120_000, interval: 1000 }).toEqual([])
    fault.cancel()
    await mount(sandbox, s3.open({ bucket: s3.nextBucket() }), '/given-up')
    await sandbox.unmount('/given-up')
  },
}))

/** Stores that do not do their work. */
export const s3FailureCases: readonly MountCase[] = [
  ...brokenStores,
  ...endings,
  {
    title: 'an address where nobody listens is a failure with a reason',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const nobody = s3.open({ bucket: s3.nextBucket(), endpoint: 'http://127.0.0.1:9' })
      const result = await sandbox.mount(nobody, '/nobody')
      expect(result).toMatchObject({ success: false, error: expect.stringMatching(/connect|reach|answer/i) })
      expect(await mountLines(sandbox, '/nobody')).toEqual([])
    },
  },
  {
    title:
      'a store that goes away under a mount: reads fail in bounded time, other calls go on, and stop() and start() tell the truth',
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const own = await startS3Store()
      const sandbox = make()
      sandbox.mounts?.add({ '/gone': own.open(), '/stays': s3.open({ bucket: s3.nextBucket() }) })
      try {
        await sh(sandbox, 'echo before > /gone/a.txt; echo stays > /stays/a.txt')
      } finally {
        await own.server.close()
      }
      const reading = sandbox.executeCommand('cat /gone/b.txt')
      expect(await sh(sandbox, 'cat /stays/a.txt')).toBe('stays\n')
      expect((await reading).exitCode).not.toBe(0)
      await sandbox.stop()
      await sandbox.start()
      expect(sandbox.mounts?.get('/gone')?.state).toBe('error')
      expect(sandbox.mounts?.get('/stays')?.state).toBe('mounted')
      expect(await sh(sandbox, 'cat /stays/a.txt')).toBe('stays\n')
    },
  },
]
