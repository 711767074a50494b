import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Deleting files and directories. */
export const deleteSuite: FilesystemSuite = {
  name: 'delete',
  cases: [
    {
      id: 'file',
      title: 'deleteFile deletes a file and nothing whose name begins alike',
      check: async (filesystem) => {
        await filesystem.writeFile('a', '1')
        await filesystem.writeFile('ab', '2')
        await filesystem.deleteFile('a')
        expect([await filesystem.exists('a'), await filesystem.exists('ab')]).toEqual([false, true])
      },
    },
    {
      id: 'missing',
      title: 'deleteFile of something missing is ENOENT, and nothing with force',
      check: async (filesystem) => {
        await rejectionWith(filesystem.deleteFile('no'), 'ENOENT')
        await filesystem.deleteFile('no', { force: true })
        await filesystem.deleteFile('no/such', { force: true })
      },
    },
    {
      id: 'directory',
      title: 'deleteFile of a directory is EISDIR, and deletes all of it with recursive',
      check: async (filesystem) => {
        await filesystem.writeFile('d/s/a', 'x')
        await rejectionWith(filesystem.deleteFile('d'), 'EISDIR')
        await filesystem.deleteFile('d', { recursive: true })
        expect(await filesystem.exists('d')).toBe(false)
      },
    },
    {
      id: 'rmdir',
      title: 'rmdir deletes an empty directory, refuses one that is not, and deletes it with recursive',
      check: async (filesystem) => {
        await filesystem.mkdir('e')
        await filesystem.rmdir('e')
        expect(await filesystem.exists('e')).toBe(false)
        await filesystem.writeFile('d/a', 'x')
        await rejectionWith(filesystem.rmdir('d'), 'ENOTEMPTY')
        await filesystem.rmdir('d', { recursive: true })
        expect(await filesystem.exists('d/a')).toBe(false)
      },
    },
    {
      id: 'rmdir-missing',
      title: 'rmdir of something missing is ENOENT, and nothing with force',
      check: async (filesystem) => {
        await rejectionWith(filesystem.rmdir('no'), 'ENOENT')
        await filesystem.rmdir('no', { force: true })
      },
    },
    {
      id: 'rmdir-file',
      title: 'rmdir of a file is ENOTDIR, with recursive and force too',
      check: async (filesystem) => {
        await filesystem.writeFile('f', 'x')
        await rejectionWith(filesystem.rmdir('f'), 'ENOTDIR')
        await rejectionWith(filesystem.rmdir('f', { recursive: true, force: true }), 'ENOTDIR')
        expect(await readText(filesystem, 'f')).toBe('x')
      },
    },
    {
      id: 'siblings',
      title: '[BR-140] a recursive rmdir spares siblings whose names begin alike',
      check: async (filesystem) => {
        for (const path of ['a/b.txt', 'a.txt', 'ab/c']) await filesystem.writeFile(path, path)
        expect((await filesystem.stat('a')).type).toBe('directory')
        expect(await filesystem.exists('a/b')).toBe(false)
        await filesystem.rmdir('a', { recursive: true })
        expect(await filesystem.exists('a')).toBe(false)
        expect([await readText(filesystem, 'a.txt'), await readText(filesystem, 'ab/c')]).toEqual(['a.txt', 'ab/c'])
      },
    },
    {
      id: 'root',
      title: 'the root cannot be deleted',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await rejectionWith(filesystem.rmdir('.', { recursive: true, force: true }), 'EACCES')
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'link',
      title: 'deleting a link deletes the link, not what it points at',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink }) => {
        await filesystem.writeFile('d/a', 'x')
        await makeLink?.('d', 'link')
        await filesystem.deleteFile('link', { recursive: true })
        expect(await filesystem.exists('link')).toBe(false)
        expect(await readText(filesystem, 'd/a')).toBe('x')
      },
    },
  ],
}
