import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { expectCode } from './expect-errors.js'
import { sandboxSuite, type SandboxSuite } from './sandbox-case.js'

/** Many files in one upload. */
export const writeFilesSuite: SandboxSuite = sandboxSuite('sandbox/write-files', [
  {
    id: 'many',
    title: 'writeFiles writes text and bytes, makes directories, and starts the sandbox when needed [C04]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.create()
      await sandbox.writeFiles([
        { path: 'text.txt', content: 'é 😀\n' },
        { path: 'deep/er/bytes.bin', content: Uint8Array.from([0, 255, 10]) },
        { path: "odd 'name'.txt", content: Buffer.from('odd') },
        { path: 'empty', content: '' },
      ])
      expect(sandbox.status).toBe('running')
      expect(await bench.shell(sandbox, `cat text.txt; cat "odd 'name'.txt"; wc -c < empty`)).toBe('é 😀\nodd0\n')
      expect(await bench.shell(sandbox, 'od -An -tu1 deep/er/bytes.bin')).toMatch(/^\s*0\s+255\s+10\s*$/)
    },
  },
  {
    id: 'replaces',
    title: 'writeFiles replaces what is there, completely',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'echo a much longer text than the new one > f')
      await sandbox.writeFiles([{ path: 'f', content: 'new' }])
      expect(await bench.shell(sandbox, 'cat f')).toBe('new')
    },
  },
  {
    id: 'nothing',
    title: 'writeFiles of no files does nothing',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.create()
      await sandbox.writeFiles([])
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'modes',
    title: 'permission bits are honoured, whatever the umask [C04]',
    needs: ['filesystem', 'fileModes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const modes = [0o600, 0o755, 0o777, 0o444]
      await sandbox.writeFiles(
        modes.map((mode) => ({ path: `m${mode.toString(8)}`, content: '#!/bin/sh\necho ran\n', mode })),
      )
      expect(await bench.shell(sandbox, 'stat -c "%n %a" m*')).toBe('m444 444\nm600 600\nm755 755\nm777 777\n')
      expect(await bench.shell(sandbox, './m755')).toBe('ran\n')
    },
  },
  {
    id: 'no-modes',
    title: 'where modes cannot be honoured one is a typed error, and nothing is written [P12]',
    needs: ['filesystem', '!fileModes'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const files = [
        { path: 'a', content: 'a' },
        { path: 'b', content: 'b', mode: 0o600 },
      ]
      await expectCode(sandbox.writeFiles(files), 'UNSUPPORTED_FEATURE', 'writeFiles()')
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'bad-input',
    title: 'a bad list, path, content or mode is a typed error that names it, before the first file is written [C17]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const good = { path: 'good', content: 'good' }
      const bad: Readonly<Record<string, readonly unknown[]>> = {
        path: [
          { path: '', content: 'x' },
          { path: 'a\0b', content: 'x' },
          { path: 5, content: 'x' },
        ],
        content: [{ path: 'x', content: 5 }, { path: 'x' }],
        mode: [0, -1, 0o1000, 1.5, '600'].map((mode) => ({ path: 'x', content: 'x', mode })),
        files: [undefined, null, 'file'],
      }
      for (const [name, files] of Object.entries(bad)) {
        for (const file of files) {
          const error = await expectCode(sandbox.writeFiles([good, file as never]), 'INVALID_ARGUMENT', name)
          expect(error.message).toContain(name)
        }
      }
      await expectCode(sandbox.writeFiles('files' as never), 'INVALID_ARGUMENT')
      expect(sandbox.status).toBe('pending')
      expect((await sandbox.executeCommand('cat good')).success).toBe(false)
    },
  },
  {
    id: 'aborted',
    title: 'writeFiles with an aborted signal is a typed ABORTED error and starts nothing [C04]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const files = [{ path: 'a', content: 'a' }]
      await expectCode(sandbox.writeFiles(files, { abortSignal: AbortSignal.abort() }), 'ABORTED', 'writeFiles()')
      expect(sandbox.status).toBe('pending')
    },
  },
])
