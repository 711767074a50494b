import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { daemonsOf, mount, mountLines, sh, textOf } from '../in-machine.js'
import { misleading } from '../misleading.js'
import type { MountSandbox } from '../mount-provider.js'
import type { MountCase } from './mount-case.js'

async function killDaemon(sandbox: MountSandbox, path: string): Promise<void> {
  const daemons = await daemonsOf(sandbox, path)
  expect(daemons.length).toBeGreaterThan(0)
  await sh(sandbox, `sudo kill -9 ${daemons.join(' ')}`)
  // Who asks while it dies hears that the connection was aborted.
  await expect
    .poll(async () => (await sandbox.executeCommand('ls', [path])).stderr)
    .toContain('Transport endpoint is not connected')
}

/** What becomes of mounts when daemons, machines and clients come and go. */
export const reconcileCases: readonly MountCase[] = [
  {
    title: '[BR-102] a mount whose daemon was killed is made anew by mount()',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await mount(sandbox, store, '/killed')
      await sh(sandbox, 'echo kept > /killed/kept.txt')
      await killDaemon(sandbox, '/killed')
      await mount(sandbox, store, '/killed')
      expect(await sh(sandbox, 'cat /killed/kept.txt')).toBe('kept\n')
      expect(await mountLines(sandbox, '/killed')).toHaveLength(1)
    },
  },
  {
    title: '[BR-102] [M12] a mount whose daemon was killed is made anew by the next client',
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const id = randomUUID()
      const bucket = s3.nextBucket()
      const first = make({ id })
      first.mounts?.add({ '/data': s3.open({ bucket }), '/stale': s3.open({ bucket, prefix: 'stale' }) })
      await sh(first, 'echo kept > /data/kept.txt')
      await killDaemon(first, '/data')
      await killDaemon(first, '/stale')
      const second = make({ id })
      second.mounts?.add({ '/data': s3.open({ bucket }) })
      expect(await sh(second, 'cat /data/kept.txt')).toBe('kept\n')
      expect(await mountLines(second, '/data')).toHaveLength(1)
      expect(await mountLines(second, '/stale')).toEqual([])
      expect(await textOf(s3.open({ bucket }), 'kept.txt')).toBe('kept\n')
    },
  },
  {
    title: 'a machine that was stopped by others has its buckets when it runs again',
    check: async ({ stores, make, provider }) => {
      const s3 = await stores.s3()
      const sandbox = make()
      sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
      await sh(sandbox, 'echo kept > /data/kept.txt')
      await provider.endMachine(sandbox.sandboxId ?? '', 'stopped')
      expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
      expect(await mountLines(sandbox, '/data')).toHaveLength(1)
      expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
    },
  },
  {
    title: '[E15] a machine that was killed is replaced by one with its buckets',
    check: async ({ stores, make, provider }) => {
      const s3 = await stores.s3()
      const sandbox = make()
      sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
      await sh(sandbox, 'echo kept > /data/kept.txt')
      const { sandboxId = '' } = sandbox
      await provider.endMachine(sandboxId, 'killed')
      expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
      expect(sandbox.sandboxId).not.toBe(sandboxId)
    },
  },
  {
    title: 'stop() leaves no mount, no daemon and no secret in what is kept',
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const sandbox = make()
      sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
      await sh(sandbox, 'true')
      // Some sandboxes have none while they are stopped.
      const { sandboxId = '' } = sandbox
      await sandbox.stop()
      const look = make({ sandboxId })
      expect(await mountLines(look, '/data')).toEqual([])
      expect(await daemonsOf(look, '/data')).toEqual([])
      const search =
        'sudo grep -rlsF "s3cr3t/of+the+emul""ated=account" /run /dev/shm /tmp /var /etc /root /home || true'
      expect(await sh(look, search)).toBe('')
      expect(await sh(look, 'ls -d /data 2>&1 || true')).toContain('No such file')
    },
  },
  {
    title: 'two clients that start at the same time share one mount',
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const id = randomUUID()
      const bucket = s3.nextBucket()
      const first = make({ id })
      await first.start()
      const clients = [make({ id }), make({ id })]
      for (const client of clients) client.mounts?.add({ '/data': s3.open({ bucket }) })
      await Promise.all(clients.map((client) => client.start()))
      expect(clients.map(({ mounts }) => mounts?.get('/data')?.state)).toEqual(['mounted', 'mounted'])
      expect(await mountLines(first, '/data')).toHaveLength(1)
      expect(await daemonsOf(first, '/data')).toHaveLength(1)
    },
  },
  {
    title: '[BR-105] [BR-013] a machine whose commands run as root needs no sudo, and its variables change nothing',
    asRoot: true,
    check: async ({ stores, make, provider }) => {
      const s3 = await stores.s3()
      const image = await provider.buildImage('root')
      const sandbox = make({ image, env: misleading })
      sandbox.mounts?.add({ '/data': s3.open({ bucket: s3.nextBucket() }) })
      const command = 'id -u; echo kept > /data/kept.txt; cat /data/kept.txt; command -v sudo || echo none'
      expect(await sh(sandbox, command)).toBe('0\nkept\nnone\n')
    },
  },
]
