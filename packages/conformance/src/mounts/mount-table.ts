import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { filesystemOf } from './filesystem-of.js'

const badPaths: readonly string[] = [
  '/',
  '',
  'relative',
  '/a/../b',
  '/..',
  '/./a',
  '/a b',
  "/it's",
  '/$(touch injected)',
  '/a;b',
  '/a\nb',
  '/a\0b',
  '/*',
  '//',
  '/é',
]

/** The table of mounts: paths and states. */
export const mountTableSuite: SandboxSuite = sandboxSuite('mounts/table', [
  {
    id: 'bad-paths',
    title: 'paths that are not made of plain segments are typed errors before any command [P9]',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const filesystem = filesystemOf({ type: 'no-such-type' })
      for (const path of badPaths) {
        const what = JSON.stringify(path)
        await expectCode(sandbox.mount(filesystem, path), 'MOUNT_ERROR', `mount ${what}`)
        await expectCode(sandbox.unmount(path), 'MOUNT_ERROR', `unmount ${what}`)
        await expectCode(
          Promise.resolve().then(() => sandbox.mounts?.add({ [path]: filesystem })),
          'MOUNT_ERROR',
          what,
        )
      }
      expect([...(sandbox.mounts?.entries.keys() ?? [])]).toEqual([])
      expect(await bench.shell(sandbox, 'ls')).not.toContain('injected')
    },
  },
  {
    id: 'one-spelling',
    title: 'doubled and trailing slashes name the same mount, and two of the same path are refused',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const filesystem = filesystemOf({ type: 'no-such-type' })
      sandbox.mounts?.add({ '/a//b/': filesystem })
      expect([...(sandbox.mounts?.entries.keys() ?? [])]).toEqual(['/a/b'])
      expect([sandbox.mounts?.has('/a/b'), sandbox.mounts?.has('/a/b/'), sandbox.mounts?.has('/b')]).toEqual([
        true,
        true,
        false,
      ])
      const twice = { '/c': filesystem, '/c/': filesystemOf(undefined) }
      await expectCode(
        Promise.resolve().then(() => sandbox.mounts?.add(twice)),
        'MOUNT_ERROR',
      )
      expect(sandbox.mounts?.delete('/a/b/')).toBe(true)
      sandbox.mounts?.add({ '/d': filesystem })
      sandbox.mounts?.clear()
      expect(sandbox.mounts?.entries.size).toBe(0)
    },
  },
  {
    id: 'unsupported',
    title: 'a filesystem that cannot be mounted is recorded as unsupported with the reason; the start succeeds [P12]',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      sandbox.mounts?.add({ '/type': filesystemOf({ type: 'no-such-type' }), '/none': filesystemOf(undefined) })
      await sandbox.start()
      expect(sandbox.mounts?.get('/type')?.state).toBe('unsupported')
      expect(sandbox.mounts?.get('/type')?.error).toContain('no-such-type')
      expect(sandbox.mounts?.get('/none')).toMatchObject({
        state: 'unsupported',
        error: expect.stringMatching(/mount/),
      })
      const result = await sandbox.mount(filesystemOf({ type: 'no-such-type' }), '/more')
      expect(result).toMatchObject({
        success: false,
        mountPath: '/more',
        error: expect.stringContaining('no-such-type'),
      })
    },
  },
  {
    id: 'unmount-unknown',
    title: 'unmount() of a path where nothing is mounted is a typed error',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const error = await expectCode(sandbox.unmount('/nothing'), 'MOUNT_ERROR', 'unmount()')
      expect(error.message).toContain('/nothing')
    },
  },
  {
    id: 'config-hash',
    title: 'the hash of a configuration does not depend on the order of its keys, and changes with its values',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      sandbox.mounts?.add({
        '/a': filesystemOf({ type: 'x', one: '1', two: { p: 1, q: 2 } }),
        '/b': filesystemOf({ two: { q: 2, p: 1 }, one: '1', type: 'x' }),
        '/c': filesystemOf({ type: 'x', one: '2', two: { p: 1, q: 2 } }),
      })
      await sandbox.start()
      const [a, b, c] = ['/a', '/b', '/c'].map((path) => sandbox.mounts?.get(path)?.configHash)
      expect(a).toMatch(/^[0-9a-f]{16}$/)
      expect(b).toBe(a)
      expect(c).not.toBe(a)
    },
  },
  {
    id: 'no-filesystem',
    title: 'what is no filesystem is a typed error, to mount() and to add() [C17]',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const value of [undefined, null, 'text', 5]) {
        const what = String(value)
        await expectCode(sandbox.mount(value as never, '/data'), 'INVALID_ARGUMENT', `mount(${what})`)
        const adding = Promise.resolve().then(() => sandbox.mounts?.add({ '/data': value as never }))
        await expectCode(adding, 'INVALID_ARGUMENT', `add(${what})`)
      }
      expect(sandbox.mounts?.entries.size).toBe(0)
    },
  },
  {
    id: 'secrets',
    title: 'no secret of a mount configuration is in info, errors, logs or instructions [P8]',
    needs: ['mounts'],
    check: async (bench) => {
      const secret = bench.canary()
      const sandbox = await bench.create()
      const result = await sandbox.mount(filesystemOf({ type: 'no-such-type', secretAccessKey: secret }), '/data')
      expect(result.success).toBe(false)
      const shown = [JSON.stringify(result), JSON.stringify(await sandbox.getInfo()), sandbox.getInstructions()]
      expect([...shown, bench.logger.text()].filter((text) => text.includes(secret))).toEqual([])
    },
  },
])
