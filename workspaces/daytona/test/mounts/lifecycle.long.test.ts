import { randomUUID } from 'node:crypto'
import { mountLines, sh, textOf, useMountBench, type S3Store } from '@caisson/testing'
import { beforeEach, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, stateOf } from '../support/foreign-machine.js'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

const target = useEmulated()
const bench = useMountBench(useDaytonaMounts(target))
let s3: S3Store
beforeEach(async () => {
  s3 = await bench.stores.s3()
})

it('[D04] a machine that is ephemeral is gone after stop(), what was written is in the bucket, and a new one has it', async () => {
  const sandbox = target.make({ ephemeral: true })
  const bucket = s3.nextBucket()
  sandbox.mounts?.add({ '/data': s3.open({ bucket }) })
  await sh(sandbox, 'echo kept > /data/kept.txt')
  const { sandboxId = '' } = sandbox
  await sandbox.stop()
  expect(await stateOf(target, sandboxId)).toBe('gone')
  expect(await textOf(s3.open({ bucket }), 'kept.txt')).toBe('kept\n')
  await sandbox.start()
  expect(sandbox.sandboxId).not.toBe(sandboxId)
  expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
  await sandbox.destroy()
})

it('[D08] a machine that was archived has its buckets and files when it is started', async () => {
  const sandbox = target.make()
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  await sh(sandbox, 'echo bucket > /data/a.txt; echo disk > ~/a.txt')
  const { sandboxId = '' } = sandbox
  await sandbox.stop()
  await target.emulator.faults.archive(sandboxId)
  expect(await sh(sandbox, 'cat /data/a.txt ~/a.txt')).toBe('bucket\ndisk\n')
  expect(sandbox.sandboxId).toBe(sandboxId)
  expect(await mountLines(sandbox, '/data')).toHaveLength(1)
  await sandbox.destroy()
})

it('[D08] a machine that has failed is replaced by one with its buckets', async () => {
  const id = randomUUID()
  const bucket = s3.nextBucket()
  const first = target.make({ id })
  first.mounts?.add({ '/data': s3.open({ bucket }) })
  await sh(first, 'echo kept > /data/kept.txt')
  const { sandboxId = '' } = first
  await target.emulator.faults.fail(sandboxId, 'its computer is broken')
  const second = target.make({ id })
  second.mounts?.add({ '/data': s3.open({ bucket }) })
  expect(await sh(second, 'cat /data/kept.txt')).toBe('kept\n')
  expect(second.sandboxId).not.toBe(sandboxId)
  await second.destroy()
})

it('destroy() of a machine with a mount in use ends it all the same, and leaves no machine', async () => {
  const before = (await listAll(target)).length
  const sandbox = target.make()
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  await sandbox.processes.spawn('cd /data && exec sleep 300')
  await sandbox.destroy()
  expect(await listAll(target)).toHaveLength(before)
})
