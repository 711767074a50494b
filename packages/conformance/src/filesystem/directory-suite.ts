import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { rejectionWith } from './rejection-with.js'

/** Making directories. */
export const directorySuite: FilesystemSuite = {
  name: 'directory',
  cases: [
    {
      id: 'empty',
      title: '[BR-142] an empty directory exists, is listed, and survives the deletion of its last file',
      check: async (filesystem) => {
        await filesystem.mkdir('e')
        expect(await filesystem.exists('e')).toBe(true)
        expect((await filesystem.stat('e')).type).toBe('directory')
        expect(namesOf(await filesystem.readdir('.'))).toEqual(['e'])
        expect(await filesystem.readdir('e')).toEqual([])
        await filesystem.writeFile('e/f', 'x')
        await filesystem.deleteFile('e/f')
        expect(await filesystem.exists('e')).toBe(true)
        expect(await filesystem.readdir('e')).toEqual([])
      },
    },
    {
      id: 'kept',
      title: '[BR-142] a directory that a write made stays when its last file is deleted or moved away',
      check: async (filesystem) => {
        await filesystem.writeFile('d/e/f', 'x')
        await filesystem.deleteFile('d/e/f')
        expect(await filesystem.readdir('d/e')).toEqual([])
        await filesystem.rmdir('d/e')
        expect(await filesystem.readdir('d')).toEqual([])
        await filesystem.writeFile('m/a', 'x')
        await filesystem.moveFile('m/a', 'b')
        expect(await filesystem.readdir('m')).toEqual([])
        await filesystem.writeFile('t/u/v', 'x')
        await filesystem.rmdir('t/u', { recursive: true })
        expect((await filesystem.stat('t')).type).toBe('directory')
      },
    },
    {
      id: 'kept-at-once',
      title: '[BR-142] a directory stays when all its files are deleted at the same time',
      check: async (filesystem) => {
        const names = Array.from({ length: 6 }, (_, index) => `d/${index}`)
        for (const name of names) await filesystem.writeFile(name, 'x')
        await Promise.all(names.map(async (name) => filesystem.deleteFile(name)))
        expect(await filesystem.readdir('d')).toEqual([])
      },
    },
    {
      id: 'parents',
      title: 'mkdir makes parents and accepts a directory that is there',
      check: async (filesystem) => {
        await filesystem.mkdir('a/b/c')
        await filesystem.mkdir('a/b/c')
        expect((await filesystem.stat('a/b/c')).type).toBe('directory')
      },
    },
    {
      id: 'not-recursive',
      title: 'mkdir with recursive: false needs the parent and refuses what is there',
      check: async (filesystem) => {
        await rejectionWith(filesystem.mkdir('a/b', { recursive: false }), 'ENOENT')
        await filesystem.mkdir('a', { recursive: false })
        await rejectionWith(filesystem.mkdir('a', { recursive: false }), 'EEXIST')
      },
    },
    {
      id: 'on-file',
      title: 'mkdir at or below a file fails and keeps the file',
      check: async (filesystem) => {
        await filesystem.writeFile('f', 'x')
        await rejectionWith(filesystem.mkdir('f'), 'EEXIST')
        await rejectionWith(filesystem.mkdir('f/d'), 'ENOTDIR')
        expect((await filesystem.stat('f')).type).toBe('file')
      },
    },
    {
      id: 'root',
      title: 'mkdir of the root is accepted',
      check: async (filesystem) => {
        await filesystem.mkdir('.')
        expect(namesOf(await filesystem.readdir('.'))).toEqual([])
      },
    },
    {
      id: 'concurrent',
      title: 'many writers below one new directory all succeed',
      check: async (filesystem) => {
        const names = Array.from({ length: 10 }, (_, index) => `x/y/z/${index}`)
        await Promise.all(names.map(async (name) => filesystem.writeFile(name, name)))
        expect(await filesystem.readdir('x/y/z')).toHaveLength(10)
      },
    },
  ],
}
