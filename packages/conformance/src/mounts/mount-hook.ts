import { expect } from 'vitest'
import type { OnMountHook } from '@caisson/core'
import type { CaseBench } from '../sandbox/case-bench.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause } from '../sandbox/waiting.js'
import { filesystemOf } from './filesystem-of.js'

async function withHook(bench: CaseBench, hook: OnMountHook): Promise<{ state: string; error: string | undefined }> {
  const sandbox = await bench.create()
  sandbox.mounts?.setOnMount(hook)
  sandbox.mounts?.add({ '/data': filesystemOf({ type: 'no-such-type' }) })
  await sandbox.start()
  const entry = sandbox.mounts?.get('/data')
  return { state: entry?.state ?? 'missing', error: entry?.error }
}

/** The user's say in mounting. */
export const mountHookSuite: SandboxSuite = sandboxSuite('mounts/hook', [
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
])
