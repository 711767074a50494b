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
      needs: ['strictTree'],
      check: async (filesystem) => {
        await rejectionWith(filesystem.mkdir('a/b', { recursive: false }), 'ENOENT')
        await filesystem.mkdir('a', { recursive: false })
        await rejectionWith(filesystem.mkdir('a', { recursive: false }), 'EEXIST')
      },
    },
    {
      id: 'on-file',
      title: 'mkdir at or below a file fails and keeps the file',
      needs: ['strictTree'],
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
