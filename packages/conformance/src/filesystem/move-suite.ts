import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Moving files and directories. */
export const moveSuite: FilesystemSuite = {
  name: 'move',
  cases: [
    {
      id: 'file',
      title: 'moveFile moves content, makes parents, and the source is gone',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await filesystem.moveFile('a', 'n/b')
        expect(await readText(filesystem, 'n/b')).toBe('x')
        expect(await filesystem.exists('a')).toBe(false)
      },
    },
    {
      id: 'mode',
      title: 'moveFile keeps the mode',
      needs: ['modes'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x', { mode: 0o700 })
        await filesystem.moveFile('a', 'b')
        expect((await filesystem.stat('b')).mode).toBe(0o700)
      },
    },
    {
      id: 'directory',
      title: 'moveFile moves a directory with all it holds',
      check: async (filesystem) => {
        await filesystem.writeFile('d/s/a', 'x')
        await filesystem.moveFile('d', 'e')
        expect(await readText(filesystem, 'e/s/a')).toBe('x')
        expect(await filesystem.exists('d')).toBe(false)
      },
    },
    {
      id: 'overwrite',
      title: 'moveFile replaces a file, and with overwrite: false fails with EEXIST and moves nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'a')
        await filesystem.writeFile('b', 'b')
        await rejectionWith(filesystem.moveFile('a', 'b', { overwrite: false }), 'EEXIST')
        expect([await readText(filesystem, 'a'), await readText(filesystem, 'b')]).toEqual(['a', 'b'])
        await filesystem.moveFile('a', 'b')
        expect(await readText(filesystem, 'b')).toBe('a')
      },
    },
    {
      id: 'missing',
      title: 'moveFile of something missing is ENOENT and keeps the destination',
      check: async (filesystem) => {
        await filesystem.writeFile('b', 'kept')
        await rejectionWith(filesystem.moveFile('no', 'b'), 'ENOENT')
        expect(await readText(filesystem, 'b')).toBe('kept')
      },
    },
    {
      id: 'itself',
      title: 'moving a file to its own name keeps it',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await filesystem.moveFile('a', './a')
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'into-itself',
      title: 'moving a directory into itself is refused and loses nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await rejectionWith(filesystem.moveFile('d', 'd/e/f'), 'EINVAL')
        expect(await readText(filesystem, 'd/a')).toBe('x')
      },
    },
    {
      id: 'onto-directory',
      title: 'a directory is moved onto an empty one, not onto one that has content, nor onto a file',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await filesystem.writeFile('full/b', 'kept')
        await filesystem.writeFile('f', 'kept')
        await filesystem.mkdir('empty')
        await rejectionWith(filesystem.moveFile('d', 'full'), 'ENOTEMPTY', 'EEXIST')
        await rejectionWith(filesystem.moveFile('d', 'f'), 'ENOTDIR')
        await rejectionWith(filesystem.moveFile('f', 'full'), 'EISDIR')
        await filesystem.moveFile('d', 'empty')
        const names = namesOf(await filesystem.readdir('.', { recursive: true }))
        expect(names).toEqual(['empty', 'empty/a', 'f', 'full', 'full/b'])
      },
    },
    {
      id: 'not-recursive',
      title: 'moveFile with recursive: false refuses a directory',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await rejectionWith(filesystem.moveFile('d', 'e', { recursive: false }), 'EISDIR')
        expect(await readText(filesystem, 'd/a')).toBe('x')
      },
    },
    {
      id: 'exclusive',
      title: 'of many moves to one name with overwrite: false exactly one wins, and the others keep their source',
      needs: ['exclusiveCreate'],
      check: async (filesystem) => {
        const names = ['a', 'b', 'c', 'd']
        for (const name of names) await filesystem.writeFile(`from/${name}`, name)
        const moves = names.map(async (name) => filesystem.moveFile(`from/${name}`, 'to', { overwrite: false }))
        const outcomes = await Promise.allSettled(moves)
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const winner = await readText(filesystem, 'to')
        expect(namesOf(await filesystem.readdir('from'))).toEqual(names.filter((name) => name !== winner))
      },
    },
  ],
}
