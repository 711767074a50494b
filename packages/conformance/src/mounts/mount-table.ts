import { expect } from 'vitest'
import type { FilesystemMountConfig, OnMountHook, WorkspaceFilesystem } from '@caisson/core'
import type { CaseBench } from '../sandbox/case-bench.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause } from '../sandbox/waiting.js'

/** As much of a filesystem as a mount table looks at. */
function filesystemOf(config: FilesystemMountConfig | undefined): WorkspaceFilesystem {
  const parts = { id: 'fs', name: 'fs', provider: 'conformance', status: 'ready', getMountConfig: () => config }
  return parts as Partial<WorkspaceFilesystem> as WorkspaceFilesystem
}

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

async function withHook(bench: CaseBench, hook: OnMountHook): Promise<{ state: string; error: string | undefined }> {
  const sandbox = await bench.create()
  sandbox.mounts?.setOnMount(hook)
  sandbox.mounts?.add({ '/data': filesystemOf({ type: 'no-such-type' }) })
  await sandbox.start()
  const entry = sandbox.mounts?.get('/data')
  return { state: entry?.state ?? 'missing', error: entry?.error }
}

/** The table of mounts: paths, states, the hook. */
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
    id: 'hook-answers',
    title: 'the answers of onMount decide: skipped, mounted, failed, threw, or left to the sandbox [C03]',
    needs: ['mounts'],
    check: async (bench) => {
      expect(await withHook(bench, () => false)).toMatchObject({ state: 'unsupported' })
      expect(await withHook(bench, () => ({ success: true }))).toEqual({ state: 'mounted', error: undefined })
      expect(await withHook(bench, async () => ({ success: false, error: 'no luck' }))).toEqual({
        state: 'error',
        error: 'no luck',
      })
      const thrown = await withHook(bench, () => {
        throw new ConformanceError('hook broke')
      })
      expect(thrown).toMatchObject({ state: 'error', error: expect.stringContaining('hook broke') })
      expect(await withHook(bench, () => undefined)).toMatchObject({ state: 'unsupported' })
    },
  },
  {
    id: 'hook-arguments',
    title: 'onMount gets filesystem, path, configuration and sandbox, and may use the machine [C03]',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const config = { type: 'no-such-type', bucket: 'b' }
      const filesystem = filesystemOf(config)
      const seen: unknown[] = []
      sandbox.mounts?.setContext({ workspace: 'the workspace' })
      sandbox.mounts?.setOnMount(async (args) => {
        const { stdout } = (await args.sandbox.executeCommand?.('echo from the hook')) ?? { stdout: '' }
        seen.push([
          args.filesystem === filesystem,
          args.mountPath,
          args.config,
          args.sandbox.id,
          args.workspace,
          stdout,
        ])
        return { success: true }
      })
      sandbox.mounts?.add({ '/data': filesystem })
      await sandbox.start()
      expect(seen).toEqual([[true, '/data', config, sandbox.id, 'the workspace', 'from the hook\n']])
    },
  },
  {
    id: 'coalesced',
    title: 'processPending at the same time mounts each entry once, and what was added meanwhile as well [C03]',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const calls: string[] = []
      sandbox.mounts?.setOnMount(async ({ mountPath }) => {
        calls.push(mountPath)
        await pause(100)
        return { success: true }
      })
      sandbox.mounts?.add({ '/a': filesystemOf(undefined), '/b': filesystemOf(undefined) })
      const first = [sandbox.mounts?.processPending(), sandbox.mounts?.processPending()]
      sandbox.mounts?.add({ '/c': filesystemOf(undefined) })
      await Promise.all([...first, sandbox.mounts?.processPending()])
      expect(calls.toSorted()).toEqual(['/a', '/b', '/c'])
      expect([...(sandbox.mounts?.entries.values() ?? [])].map(({ state }) => state)).toEqual([
        'mounted',
        'mounted',
        'mounted',
      ])
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
    id: 'bad-hook',
    title: 'setOnMount refuses what is no function, and undefined takes the hook away',
    needs: ['mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const refused = await rejectionOf(Promise.resolve().then(() => sandbox.mounts?.setOnMount('hook' as never)))
      expect(refused).toMatchObject({ code: 'INVALID_ARGUMENT' })
      sandbox.mounts?.setOnMount(() => ({ success: true }))
      sandbox.mounts?.setOnMount(undefined)
      sandbox.mounts?.add({ '/data': filesystemOf({ type: 'no-such-type' }) })
      await sandbox.start()
      expect(sandbox.mounts?.get('/data')?.state).toBe('unsupported')
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
