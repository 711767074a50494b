import { randomUUID } from 'node:crypto'
import { Workspace } from '@caisson/core'
import { startS3Emulator } from '@caisson/emulators'
import { S3Filesystem } from '@caisson/s3'
import { expect, onTestFinished } from 'vitest'
import { mount, mountLines, sh, textOf } from '../in-machine.js'
import { keys, temporaryKeys } from '../stores.js'
import type { MountCase } from './mount-case.js'

/** What a bucket of S3 is in a machine. */
export const s3Cases: readonly MountCase[] = [
  {
    title: '[C03] a workspace with mounts: file tools and the shell see one bucket, and the agent is told',
    stores: ['s3'],
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const bucket = s3.nextBucket()
      const sandbox = make()
      const workspace = new Workspace({ mounts: { '/data': s3.open({ bucket }) }, sandbox })
      await workspace.filesystem.writeFile('/data/numbers.txt', '3\n1\n2\n')
      const sorted = await workspace.executeCommand('sort -n /data/numbers.txt | tee /data/sorted.txt')
      expect(sorted).toMatchObject({ exitCode: 0, stdout: '1\n2\n3\n' })
      expect(await textOf(workspace.filesystem, '/data/sorted.txt')).toBe('1\n2\n3\n')
      expect(await textOf(s3.open({ bucket }), 'sorted.txt')).toBe('1\n2\n3\n')
      expect(sandbox.getInstructions()).toMatch(/^Cloud sandbox[^]* 1 filesystem\(s\) mounted via FUSE\.$/)
    },
  },
  {
    title: 'mount() in a machine that runs, and unmount(), which leaves the bucket as it is',
    stores: ['s3'],
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await store.writeFile('from store.txt', 'store')
      expect(await sandbox.mount(store, '/by/hand')).toEqual({ success: true, mountPath: '/by/hand' })
      expect(await sh(sandbox, "cat '/by/hand/from store.txt'; echo shell > /by/hand/shell.txt")).toBe('store')
      await sandbox.unmount('/by/hand')
      expect(await sh(sandbox, 'ls -d /by/hand 2>&1 || true')).toContain('No such file')
      expect(await textOf(store, 'shell.txt')).toBe('shell\n')
    },
  },
  {
    title: '[M12] [C06] a bucket is there again after stop() and start(), and for the next client',
    stores: ['s3'],
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const id = randomUUID()
      const bucket = s3.nextBucket()
      const sandbox = make({ id })
      sandbox.mounts?.add({ '/data': s3.open({ bucket }) })
      await sh(sandbox, 'echo kept > /data/kept.txt')
      await sandbox.stop()
      expect(sandbox.mounts?.get('/data')?.state).toBe('pending')
      expect(await sh(sandbox, 'cat /data/kept.txt')).toBe('kept\n')
      const next = make({ id })
      next.mounts?.add({ '/data': s3.open({ bucket }) })
      expect(await sh(next, 'cat /data/kept.txt')).toBe('kept\n')
      expect(next.sandboxId).toBe(sandbox.sandboxId)
      expect(await mountLines(next, '/data')).toHaveLength(1)
    },
  },
  {
    title: '[M06] a store whose only region is called auto, as that of R2',
    check: async ({ sandbox }) => {
      const server = await startS3Emulator({ buckets: ['box'], accounts: [keys], region: 'auto' })
      onTestFinished(() => server.close())
      const store = new S3Filesystem({ bucket: 'box', region: 'auto', endpoint: server.url, ...keys })
      await store.writeFile('a.txt', 'store')
      await mount(sandbox, store, '/auto')
      expect(await sh(sandbox, 'cat /auto/a.txt; echo shell > /auto/b.txt')).toBe('store')
      expect(await textOf(store, 'b.txt')).toBe('shell\n')
      await sandbox.unmount('/auto')
    },
  },
  {
    title: '[E3] [BR-103] temporary keys work with their session token, which is in no command line',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const bucket = s3.nextBucket()
      await mount(sandbox, s3.open({ bucket, ...temporaryKeys }), '/token')
      await sh(sandbox, 'echo temporary > /token/a.txt')
      expect(await textOf(s3.open({ bucket }), 'a.txt')).toBe('temporary\n')
      const lines = await sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
      expect(lines).toContain('/token')
      for (const secret of [temporaryKeys.sessionToken, temporaryKeys.secretAccessKey])
        expect(lines).not.toContain(secret)
    },
  },
  {
    title: '[BR-109] every user of the machine sees the mount, and its files belong to the one of the commands',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await store.writeFile('a.txt', 'for all')
      await mount(sandbox, store, '/all')
      expect(await sh(sandbox, 'sudo -u nobody ls /all; sudo cat /all/a.txt')).toBe('a.txt\nfor all')
      const [owner, user] = (await sh(sandbox, 'stat -c %U /all/a.txt; id -un')).trim().split('\n')
      expect(owner).toBe(user)
    },
  },
]
