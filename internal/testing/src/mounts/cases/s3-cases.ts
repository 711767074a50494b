import { createHash, randomBytes } from 'node:crypto'
import { Workspace } from '@caisson/core'
import { expect } from 'vitest'
import { mount, sh, textOf } from '../in-machine.js'
import { temporaryKeys, type S3Store } from '../stores.js'
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
    title: '[BR-104] a bucket with a dot in its name, at an endpoint of one’s own with a slash at its end',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const dotted = (): ReturnType<S3Store['open']> => s3.open({ bucket: 'my.bucket', endpoint: `${s3.server.url}/` })
      await mount(sandbox, dotted(), '/dotted')
      await sh(sandbox, 'echo dotted > /dotted/a.txt')
      expect(await textOf(dotted(), 'a.txt')).toBe('dotted\n')
    },
  },
  {
    title: 'names of other scripts, with blanks and quotes, are the same on both sides',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      const names = ['é è.txt', 'naïve “quotes”', "it's", '日本語.txt', '😀', 'plus+and&amp;', '100%', 'a#b?c', '-n']
      for (const [index, name] of names.entries()) await store.writeFile(`from store/${name}`, String(index))
      await mount(sandbox, store, '/names')
      for (const [index, name] of names.entries())
        expect((await sandbox.executeCommand('cat', ['--', `/names/from store/${name}`])).stdout).toBe(String(index))
      await sandbox.executeCommand('mkdir', ['/names/from shell'])
      for (const name of names)
        await sandbox.executeCommand('cp', ['--', `/names/from store/${name}`, `/names/from shell/${name}`])
      expect((await store.readdir('from shell')).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      for (const [index, name] of names.entries()) expect(await textOf(store, `from shell/${name}`)).toBe(String(index))
    },
  },
  {
    title: 'files are made longer, renamed and deleted, and so are directories',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await mount(sandbox, store, '/changes')
      await sh(
        sandbox,
        'cd /changes && mkdir -p d/e && echo one > d/e/a && echo two >> d/e/a && mv d/e/a d/b && rmdir d/e && mv d f',
      )
      expect(await textOf(store, 'f/b')).toBe('one\ntwo\n')
      expect((await store.readdir('/', { recursive: true })).map(({ name }) => name).toSorted()).toEqual(['f', 'f/b'])
      await sh(sandbox, 'rm -r /changes/f')
      expect(await store.readdir('/')).toEqual([])
    },
  },
  {
    title: 'what changes in the bucket is seen in the machine within seconds',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await store.writeFile('a.txt', 'before')
      await mount(sandbox, store, '/fresh')
      expect(await sh(sandbox, 'cat /fresh/a.txt')).toBe('before')
      await store.writeFile('new.txt', 'new')
      expect(await sh(sandbox, 'cat /fresh/new.txt')).toBe('new')
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
  {
    title: '32 MB keep every byte, both ways',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      const content = randomBytes(32 * 1024 * 1024)
      const sum = createHash('sha256').update(content).digest('hex')
      await store.writeFile('there.bin', content)
      await mount(sandbox, store, '/big')
      expect(await sh(sandbox, 'cp /big/there.bin /big/back.bin && sha256sum < /big/back.bin')).toBe(`${sum}  -\n`)
      const back = createHash('sha256')
      const stream = await store.readStream('back.bin')
      for await (const chunk of stream) back.update(chunk)
      expect(back.digest('hex')).toBe(sum)
    },
  },
  {
    title: '1 000 files are listed, more than one page of the store holds',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      const names = Array.from({ length: 1001 }, (_, index) => `file ${index}`)
      for (let start = 0; start < names.length; start += 50)
        await Promise.all(names.slice(start, start + 50).map((name) => store.writeFile(`many/${name}`, name)))
      await mount(sandbox, store, '/many')
      expect((await sh(sandbox, 'ls /many/many')).trim().split('\n').toSorted()).toEqual(names.toSorted())
      expect(await sh(sandbox, "cat '/many/many/file 1000'")).toBe('file 1000')
    },
  },
]
