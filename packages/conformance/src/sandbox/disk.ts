import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { WorkspaceFilesystem } from '@caisson/core'
import { ConformanceError } from './conformance-error.js'
import { rejectionOf } from './expect-errors.js'
import { sandboxSuite, type SandboxSuite } from './sandbox-case.js'
import type { TestedSandbox } from './target.js'

function diskOf(sandbox: TestedSandbox): WorkspaceFilesystem {
  if (!sandbox.filesystem) throw new ConformanceError('supports.filesystem without a filesystem')
  return sandbox.filesystem
}

const everyByte = Buffer.concat([
  Buffer.from([0xff, 0xfe, 0x00]),
  ...Array.from({ length: 4 }, () => Buffer.from(Array.from({ length: 256 }, (_, index) => index))),
])

/** File tools and the shell see one disk. */
export const diskSuite: SandboxSuite = sandboxSuite('sandbox/disk', [
  {
    id: 'same-disk',
    title: 'what file tools write the shell reads, and the other way round [C03]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const disk = diskOf(sandbox)
      await disk.writeFile('from-tools.txt', 'tools é 😀')
      expect(await bench.shell(sandbox, 'cat from-tools.txt')).toBe('tools é 😀')
      await bench.shell(sandbox, 'mkdir -p d; printf "shell é" > d/from-shell.txt')
      expect(await disk.readFile('d/from-shell.txt', { encoding: 'utf-8' })).toBe('shell é')
      await disk.deleteFile('from-tools.txt')
      expect((await sandbox.executeCommand('cat from-tools.txt')).success).toBe(false)
    },
  },
  {
    id: 'absolute-paths',
    title: 'an absolute path that the shell prints names the same file to file tools [C03]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const path = (await bench.shell(sandbox, 'echo shell > a.txt; echo "$PWD/a.txt"')).trim()
      expect(await diskOf(sandbox).readFile(path, { encoding: 'utf-8' })).toBe('shell\n')
      await diskOf(sandbox).writeFile(path, 'tools')
      expect(await bench.shell(sandbox, 'cat a.txt')).toBe('tools')
    },
  },
  {
    id: 'binary',
    title: 'binary files keep every byte, and the shell computes the same checksum [BR-010] [BR-012]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const disk = diskOf(sandbox)
      await disk.writeFile('b.bin', everyByte)
      const read = await disk.readFile('b.bin')
      expect(Buffer.isBuffer(read) && read.equals(everyByte)).toBe(true)
      expect((await disk.stat('b.bin')).size).toBe(1027)
      await disk.copyFile('b.bin', 'c.bin')
      const expected = createHash('sha256').update(everyByte).digest('hex')
      expect(await bench.shell(sandbox, 'sha256sum < b.bin; sha256sum < c.bin')).toBe(
        `${expected}  -\n${expected}  -\n`,
      )
    },
  },
  {
    id: 'encodings',
    title: 'encodings are obeyed both ways, and an unknown one is refused [BR-011]',
    needs: ['filesystem'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const disk = diskOf(sandbox)
      await disk.writeFile('p.bin', 'AAECAw==', { encoding: 'base64' })
      expect(await bench.shell(sandbox, 'od -An -tu1 p.bin')).toMatch(/^\s*0\s+1\s+2\s+3\s*$/)
      expect(await disk.readFile('p.bin', { encoding: 'base64' })).toBe('AAECAw==')
      const refused = await rejectionOf(disk.readFile('p.bin', { encoding: 'klingon' as never }))
      expect(refused).toMatchObject({ code: expect.stringMatching(/^(EINVAL|INVALID_ARGUMENT)$/) })
    },
  },
  {
    id: 'odd-names',
    title: 'names with blanks, arrows, quotes and other scripts are listed as they are [BR-013]',
    needs: ['filesystem'],
    check: async (bench) => {
      const env = { QUOTING_STYLE: 'shell', LC_ALL: 'C', TIME_STYLE: 'full-iso', LS_COLORS: 'di=31' }
      const sandbox = await bench.running({ env })
      await bench.shell(sandbox, `mkdir d; cd d; touch 'a b' 'é' "it's" -- '-n'; ln -s 'a b' 'x -> y'; mkdir sub`)
      const entries = await diskOf(sandbox).readdir('d')
      expect(entries.map(({ name }) => name).toSorted()).toEqual(['-n', 'a b', "it's", 'sub', 'x -> y', 'é'].toSorted())
      expect(entries.find(({ name }) => name === 'sub')?.type).toBe('directory')
      expect(entries.find(({ name }) => name === 'x -> y')?.isSymlink).toBe(true)
      expect((await diskOf(sandbox).stat('d/é')).type).toBe('file')
    },
  },
  {
    id: 'modes',
    title: 'permission bits given to writeFile are there, and setPermissions changes them',
    needs: ['filesystem', 'fileModes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const disk = diskOf(sandbox)
      await disk.writeFile('secret', 's', { mode: 0o600 })
      expect(await bench.shell(sandbox, 'stat -c %a secret')).toBe('600\n')
      await disk.setPermissions?.('secret', 0o640)
      expect(await bench.shell(sandbox, 'stat -c %a secret')).toBe('640\n')
    },
  },
  {
    id: 'errors',
    title: 'missing and existing files are filesystem errors with the codes of Node [C17]',
    needs: ['filesystem'],
    check: async (bench) => {
      const disk = diskOf(await bench.running())
      expect(await rejectionOf(disk.readFile('missing'))).toMatchObject({ code: 'ENOENT' })
      expect(await rejectionOf(disk.readdir('missing'))).toMatchObject({ code: 'ENOENT' })
      await disk.writeFile('there', 'first')
      expect(await rejectionOf(disk.writeFile('there', 'second', { overwrite: false }))).toMatchObject({
        code: 'EEXIST',
      })
      expect(await disk.readFile('there', { encoding: 'utf8' })).toBe('first')
      expect(await disk.exists('missing')).toBe(false)
      expect(await rejectionOf(disk.readFile('there/below'))).toMatchObject({ code: expect.stringMatching(/^ENO/) })
    },
  },
  {
    id: 'lazy',
    title: 'file tools start a pending sandbox, and find their files after a stop [C03] [BR-089]',
    needs: ['filesystem', 'filesSurviveStop'],
    check: async (bench) => {
      const sandbox = await bench.create()
      await diskOf(sandbox).writeFile('kept', 'kept')
      expect(sandbox.status).toBe('running')
      await sandbox.stop()
      expect(await diskOf(sandbox).readFile('kept', { encoding: 'utf8' })).toBe('kept')
    },
  },
])
