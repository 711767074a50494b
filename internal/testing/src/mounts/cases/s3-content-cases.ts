import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { mount, sh, textOf } from '../in-machine.js'
import type { S3Store } from '../stores.js'
import type { MountCase } from './mount-case.js'

/** What a bucket of S3 in a machine does with all kinds of content, and with much of it. */
export const s3ContentCases: readonly MountCase[] = [
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
  {
    title: '1 000 files written one by one in the machine are all in the bucket',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      const store = s3.open({ bucket: s3.nextBucket() })
      await mount(sandbox, store, '/many')
      await sh(sandbox, 'mkdir /many/d; for n in $(seq 1000); do echo $n > /many/d/$n; done')
      expect(await store.readdir('d')).toHaveLength(1000)
      await sandbox.unmount('/many')
    },
  },
  {
    title: '12 mounts in one go, some inside others',
    check: async ({ stores, make }) => {
      const s3 = await stores.s3()
      const bucket = s3.nextBucket()
      const sandbox = make()
      const names = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? `/m/${index}` : `/m/${index - (index % 3)}/in/${index}`,
      )
      const mounts = names.map((path, index) => [path, s3.open({ bucket, prefix: `p${index}` })])
      sandbox.mounts?.add(Object.fromEntries(mounts))
      await sh(sandbox, names.map((path) => `echo ${path} > ${path}/place.txt`).join(' && '))
      for (const [index, path] of names.entries())
        expect(await s3.open({ bucket }).readFile(`p${index}/place.txt`, { encoding: 'utf8' })).toBe(`${path}\n`)
      await sandbox.stop()
      const places = names.map((path) => `${path}/place.txt`)
      expect(await sh(sandbox, `cat ${places.join(' ')}`)).toBe(`${names.join('\n')}\n`)
    },
  },
]
