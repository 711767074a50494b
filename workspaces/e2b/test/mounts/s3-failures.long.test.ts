import { beforeEach, describe, expect, it } from 'vitest'
import { startS3Store, type S3Store } from './support/stores.js'
import { daemonsOf, mount, mountLines, sh, useMountBench } from './support/mount-bench.js'

const bench = useMountBench()
let s3: S3Store
beforeEach(async () => {
  s3 = await bench.stores.s3()
})

const forever = Number.POSITIVE_INFINITY

describe('a store that does not do its work', () => {
  it.for([
    { title: 'answers 503', effect: { status: 503 } },
    { title: 'answers 500', effect: { status: 500 } },
    { title: 'never answers', effect: { stall: true } },
    { title: 'ends every connection', effect: { resetConnection: true } },
  ])(
    '[BR-098] $title: the mount fails in bounded time, leaves nothing, and works once the store does',
    async ({ effect }) => {
      const { sandbox } = bench
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
  )

  it('an address where nobody listens is a failure with a reason', async () => {
    const { sandbox } = bench
    const result = await sandbox.mount(s3.open({ bucket: s3.nextBucket(), endpoint: 'http://127.0.0.1:9' }), '/nobody')
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(/connect|reach|answer/i) })
    expect(await mountLines(sandbox, '/nobody')).toEqual([])
  })

  it.for([
    { title: 'a time-out is a result', options: () => ({ timeoutMs: 1000 }), settles: 'resolved' },
    { title: 'an abort is thrown', options: () => ({ abortSignal: AbortSignal.timeout(1000) }), settles: 'rejected' },
  ])('$title at once, and what was begun is undone', async ({ options, settles }) => {
    const { sandbox } = bench
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
  })

  it('one that goes away under a mount: reads fail in bounded time, other calls go on, and stop() and start() tell the truth', async () => {
    const own = await startS3Store()
    const sandbox = bench.make()
    sandbox.mounts?.add({ '/gone': own.open(), '/stays': s3.open({ bucket: s3.nextBucket() }) })
    await sh(sandbox, 'echo before > /gone/a.txt; echo stays > /stays/a.txt')
    await own.server.close()
    const reading = sandbox.executeCommand('cat /gone/b.txt')
    expect(await sh(sandbox, 'cat /stays/a.txt')).toBe('stays\n')
    expect((await reading).exitCode).not.toBe(0)
    await sandbox.stop()
    await sandbox.start()
    expect(sandbox.mounts?.get('/gone')?.state).toBe('error')
    expect(sandbox.mounts?.get('/stays')?.state).toBe('mounted')
    expect(await sh(sandbox, 'cat /stays/a.txt')).toBe('stays\n')
  })
})

it('1 000 files written one by one in the machine are all in the bucket', async () => {
  const { sandbox } = bench
  const store = s3.open({ bucket: s3.nextBucket() })
  await mount(sandbox, store, '/many')
  await sh(sandbox, 'mkdir /many/d; for n in $(seq 1000); do echo $n > /many/d/$n; done')
  expect(await store.readdir('d')).toHaveLength(1000)
  await sandbox.unmount('/many')
})

it('12 mounts in one go, some inside others', async () => {
  const bucket = s3.nextBucket()
  const sandbox = bench.make()
  const names = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0 ? `/m/${index}` : `/m/${index - (index % 3)}/in/${index}`,
  )
  sandbox.mounts?.add(Object.fromEntries(names.map((path, index) => [path, s3.open({ bucket, prefix: `p${index}` })])))
  await sh(sandbox, names.map((path) => `echo ${path} > ${path}/place.txt`).join(' && '))
  for (const [index, path] of names.entries())
    expect(await s3.open({ bucket }).readFile(`p${index}/place.txt`, { encoding: 'utf8' })).toBe(`${path}\n`)
  await sandbox.stop()
  expect(await sh(sandbox, `cat ${names.map((path) => `${path}/place.txt`).join(' ')}`)).toBe(`${names.join('\n')}\n`)
})
