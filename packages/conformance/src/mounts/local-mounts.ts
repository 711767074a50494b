import { expect } from 'vitest'
import type { WorkspaceFilesystem } from '@caisson/core'
import type { CaseBench } from '../sandbox/case-bench.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { TestedSandbox } from '../sandbox/target.js'

/** Where the shell sees a mount. */
async function shellPath(bench: CaseBench, sandbox: TestedSandbox, mountPath: string): Promise<string> {
  return (await bench.target.shellPath?.(sandbox, mountPath)) ?? mountPath
}

/** A host filesystem that holds one file. */
async function filesystemWith(bench: CaseBench, content: string): Promise<WorkspaceFilesystem> {
  const { filesystem } = await bench.makeFilesystem()
  await filesystem.writeFile('a.txt', content)
  return filesystem
}

async function cat(bench: CaseBench, sandbox: TestedSandbox, path: string): Promise<string> {
  const place = await shellPath(bench, sandbox, path)
  const result = await sandbox.executeCommand('cat', [place])
  if (!result.success) throw new ConformanceError(`cat ${place}: ${result.stderr}`)
  return result.stdout
}

/** Filesystems of the host in the machine. */
export const localMountsSuite: SandboxSuite = sandboxSuite('mounts/local', [
  {
    id: 'mount',
    title: 'mount() shows a filesystem in the shell, both ways, and says where [C03] [P11]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const filesystem = await filesystemWith(bench, 'from the host')
      expect(await sandbox.mount(filesystem, '/data')).toEqual({ success: true, mountPath: '/data' })
      expect(await cat(bench, sandbox, '/data/a.txt')).toBe('from the host')
      const place = await shellPath(bench, sandbox, '/data')
      await bench.shell(sandbox, `echo from the shell > '${place}/b.txt'`)
      expect(await filesystem.readFile('b.txt', { encoding: 'utf8' })).toBe('from the shell\n')
      expect(sandbox.mounts?.get('/data')).toMatchObject({ state: 'mounted', filesystem })
      expect((await sandbox.getInfo()).mounts).toEqual([{ path: '/data', filesystem: filesystem.provider }])
    },
  },
  {
    id: 'at-start',
    title: 'filesystems added before the start are mounted by it, before the first command [C03]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      sandbox.mounts?.add({
        '/one': await filesystemWith(bench, 'one'),
        '/deep/er/two': await filesystemWith(bench, 'two'),
      })
      expect(sandbox.mounts?.get('/one')?.state).toBe('pending')
      expect(await cat(bench, sandbox, '/one/a.txt')).toBe('one')
      expect(await cat(bench, sandbox, '/deep/er/two/a.txt')).toBe('two')
      expect([...(sandbox.mounts?.entries.values() ?? [])].map(({ state }) => state)).toEqual(['mounted', 'mounted'])
    },
  },
  {
    id: 'survives-stop',
    title: 'mounts come back after stop() and start() [P7] [C03]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const filesystem = await filesystemWith(bench, 'kept')
      await sandbox.mount(filesystem, '/data')
      await sandbox.stop()
      expect(sandbox.mounts?.get('/data')?.state).toBe('pending')
      await sandbox.start()
      expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
      expect(await cat(bench, sandbox, '/data/a.txt')).toBe('kept')
    },
  },
  {
    id: 'unmount',
    title: 'unmount() takes the mount away and leaves the source as it was [C03]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const filesystem = await filesystemWith(bench, 'source')
      await sandbox.mount(filesystem, '/data')
      await sandbox.unmount('/data')
      const place = await shellPath(bench, sandbox, '/data')
      expect((await sandbox.executeCommand('cat', [`${place}/a.txt`])).success).toBe(false)
      expect(await filesystem.readFile('a.txt', { encoding: 'utf8' })).toBe('source')
      expect(sandbox.mounts?.has('/data')).toBe(false)
      await sandbox.stop()
      await sandbox.start()
      expect((await sandbox.executeCommand('cat', [`${place}/a.txt`])).success).toBe(false)
    },
  },
  {
    id: 'remount',
    title: 'a path can be mounted again after unmount(), and another filesystem replaces the one before',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const [first, second] = [await filesystemWith(bench, 'first'), await filesystemWith(bench, 'second')]
      await sandbox.mount(first, '/data')
      await sandbox.unmount('/data')
      expect((await sandbox.mount(first, '/data')).success).toBe(true)
      expect((await sandbox.mount(first, '/data')).success).toBe(true)
      expect((await sandbox.mount(second, '/data')).success).toBe(true)
      expect(await cat(bench, sandbox, '/data/a.txt')).toBe('second')
      expect(await first.readFile('a.txt', { encoding: 'utf8' })).toBe('first')
    },
  },
  {
    id: 'not-empty',
    title: 'nothing that is not empty is covered; the refusal is a result that names the path [P11]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const place = await shellPath(bench, sandbox, '/data')
      await bench.shell(sandbox, `mkdir -p '${place}'; echo mine > '${place}/mine.txt'`)
      const result = await sandbox.mount(await filesystemWith(bench, 'x'), '/data')
      expect(result).toMatchObject({ success: false, mountPath: '/data' })
      expect(result.error).toContain('data')
      expect(sandbox.mounts?.get('/data')).toMatchObject({ state: 'error', error: result.error })
      expect(await bench.shell(sandbox, `cat '${place}/mine.txt'`)).toBe('mine\n')
    },
  },
  {
    id: 'file-in-the-way',
    title: 'a file in the way is left alone [P11]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const place = await shellPath(bench, sandbox, '/data')
      await bench.shell(sandbox, `echo mine > '${place}'`)
      expect((await sandbox.mount(await filesystemWith(bench, 'x'), '/data')).success).toBe(false)
      expect(await bench.shell(sandbox, `cat '${place}'`)).toBe('mine\n')
    },
  },
  {
    id: 'empty-directory',
    title: 'an empty directory can be mounted on [P11]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, `mkdir -p '${await shellPath(bench, sandbox, '/data')}'`)
      expect((await sandbox.mount(await filesystemWith(bench, 'x'), '/data')).success).toBe(true)
      expect(await cat(bench, sandbox, '/data/a.txt')).toBe('x')
    },
  },
  {
    id: 'failure-does-not-fail-the-start',
    title: 'a mount that fails does not fail the start, and does not touch the other mounts [C03]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const place = await shellPath(bench, sandbox, '/bad')
      await bench.shell(sandbox, `mkdir -p '${place}'; echo mine > '${place}/mine.txt'`)
      await sandbox.stop()
      sandbox.mounts?.add({ '/bad': await filesystemWith(bench, 'bad'), '/good': await filesystemWith(bench, 'good') })
      await sandbox.start()
      expect(sandbox.mounts?.get('/bad')?.state).toBe('error')
      expect(await cat(bench, sandbox, '/good/a.txt')).toBe('good')
    },
  },
  {
    id: 'destroy-keeps-the-source',
    title: 'destroy() takes the mounts away and leaves every source as it was [C06] [P11]',
    needs: ['localMounts'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const filesystem = await filesystemWith(bench, 'source')
      await sandbox.mount(filesystem, '/data')
      await sandbox.destroy()
      expect(await filesystem.readFile('a.txt', { encoding: 'utf8' })).toBe('source')
      expect(sandbox.mounts?.get('/data')?.state).not.toBe('mounted')
    },
  },
])
