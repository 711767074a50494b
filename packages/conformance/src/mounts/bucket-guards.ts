import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { filesystemOf } from './filesystem-of.js'
import { isMounted, mountAt, placeOf, statesOf } from './mounted-bucket.js'

/** What mounting a bucket must not touch, and what a failure leaves. */
export const bucketGuardsSuite: SandboxSuite = sandboxSuite('mounts/bucket-guards', [
  {
    id: 'not-empty',
    title: 'a directory with files in it is refused by name, and its content stays as it was [M09] [P11] [BR-113]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await placeOf(bench, sandbox, '/tmp/data')
      await bench.shell(sandbox, `mkdir -p '${place}'; echo keep > '${place}/.keep'`)
      const result = await sandbox.mount(open(), '/tmp/data')
      expect(result).toMatchObject({ success: false, mountPath: '/tmp/data' })
      expect(result.error).toContain('/tmp/data')
      expect(result.error).toMatch(/not empty/)
      expect(await bench.shell(sandbox, `cat '${place}/.keep'`)).toBe('keep\n')
      expect(sandbox.mounts?.get('/tmp/data')).toMatchObject({ state: 'error', error: result.error })
    },
  },
  {
    id: 'file-in-the-way',
    title: 'a file at the path is refused and stays as it was, and so is a path below a file [P11]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await placeOf(bench, sandbox, '/tmp/file')
      await bench.shell(sandbox, `mkdir -p "$(dirname '${place}')"; echo keep > '${place}'`)
      expect(await sandbox.mount(open(), '/tmp/file')).toMatchObject({ success: false, mountPath: '/tmp/file' })
      expect(await sandbox.mount(open(), '/tmp/file/below')).toMatchObject({ success: false })
      expect(await bench.shell(sandbox, `cat '${place}'`)).toBe('keep\n')
    },
  },
  {
    id: 'wrong-secret',
    title:
      'wrong credentials are a failed mount with a reason; nothing is mounted and no directory is left [M11] [BR-108]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open, secrets } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await placeOf(bench, sandbox, '/data')
      const result = await sandbox.mount(open({ wrongSecret: true }), '/data')
      expect(result).toMatchObject({ success: false, mountPath: '/data', error: expect.stringMatching(/.{10}/) })
      expect(secrets.filter((secret) => result.error?.includes(secret))).toEqual([])
      expect(await isMounted(bench, sandbox, place)).toBe(false)
      expect(await bench.shell(sandbox, `[ -e '${place}' ] && echo there; true`)).toBe('')
      await mountAt(bench, sandbox, '/data', open())
    },
  },
  {
    id: 'failure-does-not-fail-the-start',
    title: 'what cannot be mounted does not fail the start, leaves the others alone and is told everywhere [BR-119]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('a.txt', 'good')
      const sandbox = await bench.create()
      sandbox.mounts?.add({
        '/good': open(),
        '/wrong': open({ wrongSecret: true }),
        '/none': filesystemOf({ type: 'no-such-type' }),
      })
      await sandbox.start()
      expect(statesOf(sandbox)).toEqual({
        '/good': 'mounted',
        '/wrong': expect.stringMatching(/^error: ./),
        '/none': expect.stringMatching(/^unsupported: ./),
      })
      expect(await bench.shell(sandbox, `cat '${await placeOf(bench, sandbox, '/good')}/a.txt'`)).toBe('good')
      expect((await sandbox.getInfo()).mounts?.map(({ path }) => path)).toEqual(['/good', '/wrong', '/none'])
      const log = bench.logger.records.filter(({ level }) => level === 'warn' || level === 'error')
      for (const path of ['/wrong', '/none'])
        expect(log.map(({ message }) => message)).toContainEqual(expect.stringContaining(path))
      const instructions = sandbox.getInstructions()
      for (const path of ['/wrong', '/none']) expect(instructions).toContain(path)
    },
  },
  {
    id: 'foreign',
    title: 'mounts of others are never touched, neither beside ours nor at a path that is wanted [M12] [P11]',
    needs: ['buckets', 'foreignMounts'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running({ id: bench.newId() })
      const [beside, wanted] = ['/mnt/foreign', '/mnt/wanted']
      for (const path of [beside, wanted]) await bench.target.mountForeign?.(sandbox, path)
      await mountAt(bench, sandbox, '/data', open())
      expect(await sandbox.mount(open(), wanted)).toMatchObject({ success: false })
      const second = await bench.create(await bench.sameMachine(sandbox))
      second.mounts?.add({ '/data': open(), [wanted]: open() })
      await second.start()
      expect(statesOf(second)).toEqual({ '/data': 'mounted', [wanted]: expect.stringMatching(/^error: ./) })
      for (const path of [beside, wanted]) {
        const place = await placeOf(bench, second, path)
        expect(await bench.shell(second, `cat '${place}/foreign.txt'`)).toBe('foreign\n')
      }
    },
  },
  {
    id: 'no-fuse',
    title: 'where FUSE is missing a bucket is unsupported with the reason, and nothing is tried [P12]',
    needs: ['mounts', '!fuse'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const asked: string[] = []
      const createMounter = (): void => void asked.push('createMounter')
      const filesystem = Object.assign(filesystemOf({ type: 's3', bucket: 'b' }), { createMounter })
      expect(await sandbox.mount(filesystem, '/data')).toMatchObject({ success: false, mountPath: '/data' })
      expect(statesOf(sandbox)).toEqual({ '/data': expect.stringMatching(/^unsupported: ./) })
      expect(asked).toEqual([])
    },
  },
])
