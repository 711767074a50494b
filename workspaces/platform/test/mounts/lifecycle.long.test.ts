import { randomUUID } from 'node:crypto'
import { mountLines, sh, textOf, useMountBench, type S3Store } from '@caisson/testing'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { SandboxDestroyedError, type PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/machines.js'
import { usePlatformMounts } from './support/use-platform-mounts.js'

const target = useEmulated()
const provider = usePlatformMounts(target)
const bench = useMountBench(provider)
let s3: S3Store
let bucket: string
beforeEach(async () => {
  s3 = await bench.stores.s3()
  bucket = s3.nextBucket()
})

/** A sandbox with the bucket of the test at `/data`; starts nothing. */
function make(options: PlatformSandboxOptions = {}): PlatformSandbox {
  const sandbox = target.make(options)
  onTestFinished(() => sandbox.destroy())
  sandbox.mounts?.add({ '/data': s3.open({ bucket }) })
  return sandbox
}

it('stop() destroys the machine, what was written is in the bucket, and a new machine has it', async () => {
  const sandbox = make()
  await sh(sandbox, 'echo kept > /data/kept.txt; echo gone > ~/gone.txt')
  const { sandboxId = '' } = sandbox
  await sandbox.stop()
  expect(await stateOf(target, sandboxId)).toBe('gone')
  expect(await textOf(s3.open({ bucket }), 'kept.txt')).toBe('kept\n')
  await sandbox.start()
  expect(sandbox.sandboxId).not.toBe(sandboxId)
  expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
  expect(await sh(sandbox, 'cat /data/kept.txt; cat ~/gone.txt || true')).toBe('kept\n')
})

it('a stop that detaches unmounts, and the next start mounts in the same machine', async () => {
  const sandbox = make({ stopBehavior: 'detach' })
  await sh(sandbox, 'echo kept > /data/kept.txt; echo disk > ~/kept.txt')
  const { sandboxId = '' } = sandbox
  await sandbox.stop()
  const other = target.make({ sandboxId, stopBehavior: 'detach' })
  expect(await mountLines(other, '/data')).toEqual([])
  await sandbox.start()
  expect(sandbox.sandboxId).toBe(sandboxId)
  expect(await sh(sandbox, 'cat /data/kept.txt ~/kept.txt')).toBe('kept\ndisk\n')
  expect(await mountLines(other, '/data')).toHaveLength(1)
})

it('[E15] the call that finds the machine gone says so, and the next one has a machine with the bucket', async () => {
  const sandbox = make()
  await sh(sandbox, 'echo kept > /data/kept.txt')
  const { sandboxId = '' } = sandbox
  await target.emulator.faults.kill(sandboxId)
  await expect(sandbox.executeCommand('cat /data/kept.txt')).rejects.toBeInstanceOf(SandboxDestroyedError)
  expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
  expect(sandbox.sandboxId).not.toBe(sandboxId)
})

it('a machine from a checkpoint has its disk and, mounted anew, its bucket; the bucket is no part of the checkpoint', async () => {
  const id = randomUUID()
  const first = make({ id })
  await sh(first, 'echo bucket > /data/a.txt; echo disk > ~/a.txt')
  await target.emulator.faults.expire(first.sandboxId ?? '')
  const bare = target.make({ id })
  onTestFinished(() => bare.destroy())
  expect(await sh(bare, 'cat ~/a.txt; cat /data/a.txt 2>/dev/null || echo none')).toBe('disk\nnone\n')
  const second = make({ id })
  expect(await sh(second, 'cat ~/a.txt /data/a.txt')).toBe('disk\nbucket\n')
  expect(await mountLines(second, '/data')).toHaveLength(1)
})

it('[M11] a machine whose commands can become root by nothing: the mount fails with a reason, and nothing is left', async () => {
  const sandbox = bench.make({ image: await provider.buildImage('root') })
  const result = await sandbox.mount(s3.open({ bucket }), '/data')
  expect(result).toMatchObject({ success: false, error: expect.stringMatching(/root|sudo/) })
  expect(await mountLines(sandbox, '/data')).toEqual([])
  expect(await sh(sandbox, 'ls -d /data 2>&1 || true')).toContain('No such file')
})

it('destroy() of a machine with a mount in use ends it all the same', async () => {
  const sandbox = make()
  await sandbox.processes.spawn('cd /data && exec sleep 300')
  const { sandboxId = '' } = sandbox
  expect(await stateOf(target, sandboxId)).toBe('RUNNING')
  await sandbox.destroy()
  expect(await stateOf(target, sandboxId)).toBe('gone')
})
