import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Copying files and directories. */
export const copySuite: FilesystemSuite = {
  name: 'copy',
  cases: [
    {
      id: 'file',
      title: 'copyFile copies content, makes parents, and leaves the source',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await filesystem.copyFile('a', 'n/b')
        expect([await readText(filesystem, 'a'), await readText(filesystem, 'n/b')]).toEqual(['x', 'x'])
      },
    },
    {
      id: 'mode',
      title: 'copyFile keeps the mode',
      needs: ['modes'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x', { mode: 0o755 })
        await filesystem.copyFile('a', 'b')
        expect((await filesystem.stat('b')).mode).toBe(0o755)
      },
    },
    {
      id: 'overwrite',
      title: 'copyFile replaces, and with overwrite: false fails with EEXIST and changes nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'a')
        await filesystem.writeFile('b', 'b')
        await rejectionWith(filesystem.copyFile('a', 'b', { overwrite: false }), 'EEXIST')
        expect(await readText(filesystem, 'b')).toBe('b')
        await filesystem.copyFile('a', 'b')
        expect(await readText(filesystem, 'b')).toBe('a')
      },
    },
    {
      id: 'missing',
      title: 'copyFile of something missing is ENOENT and makes nothing',
      check: async (filesystem) => {
        await rejectionWith(filesystem.copyFile('no', 'b'), 'ENOENT')
        expect(await filesystem.exists('b')).toBe(false)
      },
    },
    {
      id: 'directory-refused',
      title: 'copyFile of a directory needs recursive',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await rejectionWith(filesystem.copyFile('d', 'e'), 'EISDIR')
      },
    },
    {
      id: 'directory',
      title: 'copyFile with recursive copies a directory with all it holds',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', '1')
        await filesystem.writeFile('d/s/b', '2')
        await filesystem.copyFile('d', 'e', { recursive: true })
        expect(namesOf(await filesystem.readdir('e', { recursive: true }))).toEqual(['a', 's', 's/b'])
        expect(await readText(filesystem, 'e/s/b')).toBe('2')
        expect(await readText(filesystem, 'd/s/b')).toBe('2')
      },
    },
    {
      id: 'merge',
      title: 'copying a directory onto one merges them',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'new')
        await filesystem.writeFile('e/a', 'old')
        await filesystem.writeFile('e/b', 'kept')
        await filesystem.copyFile('d', 'e', { recursive: true })
        expect([await readText(filesystem, 'e/a'), await readText(filesystem, 'e/b')]).toEqual(['new', 'kept'])
      },
    },
    {
      id: 'onto-other-kind',
      title: 'a file is not copied onto a directory, nor a directory onto a file',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await filesystem.writeFile('f', 'kept')
        await rejectionWith(filesystem.copyFile('f', 'd'), 'EISDIR')
        await rejectionWith(filesystem.copyFile('d', 'f', { recursive: true }), 'ENOTDIR')
        expect(await readText(filesystem, 'f')).toBe('kept')
        expect(namesOf(await filesystem.readdir('.', { recursive: true }))).toEqual(['d', 'd/a', 'f'])
      },
    },
    {
      id: 'directory-no-overwrite',
      title: 'copying a directory with overwrite: false fails with EEXIST where anything is there',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await filesystem.mkdir('e')
        await filesystem.writeFile('f', 'kept')
        for (const destination of ['e', 'f']) {
          const copy = filesystem.copyFile('d', destination, { recursive: true, overwrite: false })
          await rejectionWith(copy, 'EEXIST')
        }
        await filesystem.copyFile('d', 'n', { recursive: true, overwrite: false })
        expect(await readText(filesystem, 'n/a')).toBe('x')
        expect(await filesystem.readdir('e')).toEqual([])
      },
    },
    {
      id: 'empty-directories',
      title: 'copying a directory copies the empty ones in it',
      check: async (filesystem) => {
        await filesystem.mkdir('d/e')
        await filesystem.copyFile('d', 'n', { recursive: true })
        expect(namesOf(await filesystem.readdir('n', { recursive: true }))).toEqual(['e'])
      },
    },
    {
      id: 'into-itself',
      title: 'copying a directory into itself is refused',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await rejectionWith(filesystem.copyFile('d', 'd/e', { recursive: true }), 'EINVAL')
        expect(namesOf(await filesystem.readdir('d', { recursive: true }))).toEqual(['a'])
      },
    },
    {
      id: 'names',
      title: '[BR-145] copies and moves keep names with blanks, signs and other scripts',
      check: async (filesystem) => {
        for (const name of ['a b+c%20d?e#f&g.txt', 'é', '😀', "q'"]) {
          await filesystem.writeFile(name, name)
          await filesystem.copyFile(name, `copies/${name}`)
          await filesystem.moveFile(name, `moved/${name}`)
          expect(await readText(filesystem, `copies/${name}`)).toBe(name)
          expect(await readText(filesystem, `moved/${name}`)).toBe(name)
          expect(await filesystem.exists(name)).toBe(false)
        }
        expect(namesOf(await filesystem.readdir('moved'))).toEqual(['a b+c%20d?e#f&g.txt', 'é', '😀', "q'"].toSorted())
      },
    },
    {
      id: 'links',
      title: '[BR-131] copying a directory brings nothing in through links and does not loop',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink, outside = '' }) => {
        await filesystem.writeFile('d/a', 'x')
        await makeLink?.(`${outside}/secret`, 'd/out')
        await makeLink?.('..', 'd/up')
        await filesystem.copyFile('d', 'e', { recursive: true }).catch((error: unknown) => {
          // Refusing is as good as keeping links, as long as nothing came in.
          expect(error).toMatchObject({ code: expect.stringMatching(/EACCES|EUNSUPPORTED/) })
        })
        await rejectionWith(filesystem.readFile('e/out'), 'EACCES', 'ENOENT')
      },
    },
  ],
}
