import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { isMounted, mountAt, placeOf, statesOf, textOf } from './mounted-bucket.js'

/** Buckets as directories of the machine. */
export const bucketsSuite: SandboxSuite = sandboxSuite('mounts/buckets', [
  {
    id: 'both-ways',
    title: 'what the shell writes is in the bucket, and what is in the bucket the shell reads [M01] [P11] [C03]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const store = open()
      await store.writeFile('from-store.txt', 'store é 😀')
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      expect(await bench.shell(sandbox, `cat '${place}/from-store.txt'`)).toBe('store é 😀')
      await bench.shell(sandbox, `mkdir '${place}/d'; printf 'shell é' > '${place}/d/from-shell.txt'`)
      expect(await textOf(store, 'd/from-shell.txt')).toBe('shell é')
      expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
      expect((await sandbox.getInfo()).mounts).toEqual([{ path: '/data', filesystem: store.provider }])
    },
  },
  {
    id: 'file-tools',
    title: "the sandbox's own file tools see what is mounted in it [C03]",
    needs: ['buckets', 'filesystem'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('a.txt', 'through')
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      expect(await sandbox.filesystem?.readFile(`${place}/a.txt`, { encoding: 'utf8' })).toBe('through')
    },
  },
  {
    id: 'at-start',
    title: 'three mounts are there before the first command, each with its own content [C03] [M12]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      for (const name of ['a', 'b', 'c']) await open().writeFile(`${name}/name.txt`, name)
      const sandbox = await bench.create()
      sandbox.mounts?.add({ '/m/a': open({ prefix: 'a' }), '/m/b': open({ prefix: 'b' }), '/c': open({ prefix: 'c' }) })
      const places = await Promise.all(['/m/a', '/m/b', '/c'].map((path) => placeOf(bench, sandbox, path)))
      expect(await bench.shell(sandbox, `cat ${places.map((place) => `'${place}/name.txt'`).join(' ')}`)).toBe('abc')
      expect(statesOf(sandbox)).toEqual({ '/m/a': 'mounted', '/m/b': 'mounted', '/c': 'mounted' })
    },
  },
  {
    id: 'prefix',
    title: 'with a prefix only what is below it is seen, and nothing is written beside it [M12] [BR-100]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const store = open()
      await store.writeFile('outside.txt', 'outside')
      await store.writeFile('team/ab/inside.txt', 'inside')
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open({ prefix: '/team/ab/' }))
      expect(await bench.shell(sandbox, `cd '${place}' && ls && cat inside.txt`)).toBe('inside.txt\ninside')
      await bench.shell(sandbox, `echo new > '${place}/new.txt'`)
      expect(await textOf(store, 'team/ab/new.txt')).toBe('new\n')
      expect(await store.exists('new.txt')).toBe(false)
    },
  },
  {
    id: 'new-prefix',
    title: 'a prefix under which there is nothing yet can be mounted and written [M12]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open({ prefix: 'not/there/yet' }))
      expect(await bench.shell(sandbox, `ls -A '${place}'; echo first > '${place}/first.txt'`)).toBe('')
      expect(await textOf(open(), 'not/there/yet/first.txt')).toBe('first\n')
    },
  },
  {
    id: 'read-only',
    title: 'a read-only filesystem cannot be written through its mount, and can be read [M12]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const store = open()
      await store.writeFile('a.txt', 'as it was')
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open({ readOnly: true }))
      for (const attempt of ['echo x > a.txt', 'echo x > new.txt', 'rm -f a.txt', 'mkdir d', 'mv a.txt b.txt'])
        expect((await sandbox.executeCommand(`cd '${place}' && ${attempt}`)).success, attempt).toBe(false)
      expect(await bench.shell(sandbox, `cat '${place}/a.txt'`)).toBe('as it was')
      expect((await store.readdir('/')).map(({ name }) => name)).toEqual(['a.txt'])
      expect(await textOf(store, 'a.txt')).toBe('as it was')
    },
  },
  {
    id: 'nested',
    title: 'a mount inside another is made after it and unmounted before it, in whatever order they were added [M12]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('outer/o.txt', 'outer')
      await open().writeFile('inner/i.txt', 'inner')
      const sandbox = await bench.create()
      sandbox.mounts?.add({ '/data/in/side': open({ prefix: 'inner' }), '/data': open({ prefix: 'outer' }) })
      await sandbox.start()
      expect(statesOf(sandbox)).toEqual({ '/data/in/side': 'mounted', '/data': 'mounted' })
      const [outer, inner] = [await placeOf(bench, sandbox, '/data'), await placeOf(bench, sandbox, '/data/in/side')]
      expect(await bench.shell(sandbox, `cat '${outer}/o.txt' '${inner}/i.txt'`)).toBe('outerinner')
      await sandbox.unmount('/data/in/side')
      expect(await bench.shell(sandbox, `cat '${outer}/o.txt'`)).toBe('outer')
      await sandbox.unmount('/data')
      expect(await textOf(open(), 'inner/i.txt')).toBe('inner')
      expect(await textOf(open(), 'outer/o.txt')).toBe('outer')
    },
  },
  {
    id: 'unmount',
    title: 'unmount() leaves the data, and removes the directory only where mounting made it [BR-139]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('a.txt', 'kept')
      const sandbox = await bench.running()
      const [made, before] = [await placeOf(bench, sandbox, '/made'), await placeOf(bench, sandbox, '/tmp/before')]
      await bench.shell(sandbox, `mkdir -p '${before}' && chmod 750 '${before}'`)
      await mountAt(bench, sandbox, '/made', open())
      await mountAt(bench, sandbox, '/tmp/before', open())
      await sandbox.unmount('/made')
      await sandbox.unmount('/tmp/before')
      expect(await isMounted(bench, sandbox, made)).toBe(false)
      expect(await isMounted(bench, sandbox, before)).toBe(false)
      expect(
        await bench.shell(sandbox, `[ -e '${made}' ] && echo there; stat -c %a '${before}'; ls -A '${before}'`),
      ).toBe('750\n')
      expect(await textOf(open(), 'a.txt')).toBe('kept')
      expect(sandbox.mounts?.entries.size).toBe(0)
    },
  },
  {
    id: 'busy-unmount',
    title: 'a mount that is in use is taken from its path all the same, and the log says so [BR-139]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('a.txt', 'kept')
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      const user = await sandbox.processes.spawn(`cd '${place}' && echo inside && exec sleep 300`)
      for await (const _ of user.output?.() ?? []) break
      await sandbox.unmount('/data')
      expect(await isMounted(bench, sandbox, place)).toBe(false)
      const told = bench.logger.records.filter(({ level, message }) => level === 'warn' && message.includes('/data'))
      expect(told.map(({ message }) => message)).toEqual([expect.stringMatching(/in use|busy/)])
      await user.kill()
      expect(await textOf(open(), 'a.txt')).toBe('kept')
    },
  },
])
