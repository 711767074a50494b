import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { buildRootTemplate } from '../support/mount-tools.js'
import { daemonsOf, misleading, mount, mountLines, sh, textOf, useMountBench } from './support/mount-bench.js'
import type { S3Store } from './support/stores.js'

const bench = useMountBench()
let s3: S3Store
beforeEach(async () => {
  s3 = await bench.stores.s3()
})

async function killDaemon(sandbox: typeof bench.sandbox, path: string): Promise<void> {
  const daemons = await daemonsOf(sandbox, path)
  expect(daemons.length).toBeGreaterThan(0)
  await sh(sandbox, `sudo kill -9 ${daemons.join(' ')}`)
  expect((await sandbox.executeCommand('ls', [path])).stderr).toContain('Transport endpoint is not connected')
}

it('[BR-102] a mount whose daemon was killed is made anew by mount()', async () => {
  const { sandbox } = bench
  const store = s3.open({ bucket: s3.nextBucket() })
  await mount(sandbox, store, '/killed')
  await sh(sandbox, 'echo kept > /killed/kept.txt')
  await killDaemon(sandbox, '/killed')
  await mount(sandbox, store, '/killed')
  expect(await sh(sandbox, 'cat /killed/kept.txt')).toBe('kept\n')
  expect(await mountLines(sandbox, '/killed')).toHaveLength(1)
})

it('[BR-102] [M12] a mount whose daemon was killed is made anew by the next client', async () => {
  const id = randomUUID()
  const bucket = s3.nextBucket()
  const first = bench.make({ id })
  first.mounts?.add({ '/data': s3.open({ bucket }), '/stale': s3.open({ bucket, prefix: 'stale' }) })
  await sh(first, 'echo kept > /data/kept.txt')
  await killDaemon(first, '/data')
  await killDaemon(first, '/stale')
  const second = bench.make({ id })
  second.mounts?.add({ '/data': s3.open({ bucket }) })
  expect(await sh(second, 'cat /data/kept.txt')).toBe('kept\n')
  expect(await mountLines(second, '/data')).toHaveLength(1)
  expect(await mountLines(second, '/stale')).toEqual([])
  expect(await textOf(s3.open({ bucket }), 'kept.txt')).toBe('kept\n')
})

it('a machine that was paused by others has its buckets when it is resumed', async () => {
  const sandbox = bench.make()
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  await sh(sandbox, 'echo kept > /data/kept.txt')
  await bench.target.emulator.faults.pause(sandbox.sandboxId ?? '')
  expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
  expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
})

it('[E15] a machine that was killed is replaced by one with its buckets', async () => {
  const sandbox = bench.make()
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  await sh(sandbox, 'echo kept > /data/kept.txt')
  const { sandboxId = '' } = sandbox
  await bench.target.emulator.faults.kill(sandboxId)
  expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
  expect(sandbox.sandboxId).not.toBe(sandboxId)
})

it('stop() leaves no mount, no daemon and no secret in what is paused', async () => {
  const sandbox = bench.make()
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  await sh(sandbox, 'true')
  await sandbox.stop()
  const look = bench.target.make({ sandboxId: sandbox.sandboxId })
  expect(await mountLines(look, '/data')).toEqual([])
  expect(await daemonsOf(look, '/data')).toEqual([])
  const search = 'sudo grep -rlsF "s3cr3t/of+the+emul""ated=account" /run /dev/shm /tmp /var /etc /root /home || true'
  expect(await sh(look, search)).toBe('')
  expect(await sh(look, 'ls -d /data 2>&1 || true')).toContain('No such file')
})

it('two clients that start at the same time share one mount', async () => {
  const id = randomUUID()
  const bucket = s3.nextBucket()
  const first = bench.make({ id })
  await first.start()
  const clients = [bench.make({ id }), bench.make({ id })]
  for (const client of clients) client.mounts?.add({ '/data': s3.open({ bucket }) })
  await Promise.all(clients.map((client) => client.start()))
  expect(clients.map(({ mounts }) => mounts?.get('/data'))).toMatchObject([{ state: 'mounted' }, { state: 'mounted' }])
  expect(await mountLines(first, '/data')).toHaveLength(1)
  expect(await daemonsOf(first, '/data')).toHaveLength(1)
})

it('[BR-105] [BR-013] a machine whose commands run as root needs no sudo, and its variables change nothing', async () => {
  const name = await buildRootTemplate(bench.target)
  const sandbox = bench.make({ template: name, env: misleading })
  sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
  expect(await sh(sandbox, 'id -u; echo kept > /data/kept.txt; cat /data/kept.txt; command -v sudo || echo none')).toBe(
    '0\nkept\nnone\n',
  )
})
