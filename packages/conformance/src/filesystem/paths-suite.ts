import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** What a path means. */
export const pathsSuite: FilesystemSuite = {
  name: 'paths',
  cases: [
    {
      id: 'spellings',
      title: 'a, ./a, b/../a and .//a are the same file',
      check: async (filesystem) => {
        await filesystem.writeFile('./a', 'x')
        for (const path of ['a', './a', 'b/../a', './/a']) expect(await readText(filesystem, path)).toBe('x')
      },
    },
    {
      id: 'rooted',
      title: '/a is a',
      needs: ['rootedPaths'],
      check: async (filesystem) => {
        await filesystem.writeFile('/a', 'x')
        expect(await readText(filesystem, 'a')).toBe('x')
        expect(namesOf(await filesystem.readdir('/'))).toEqual(['a'])
      },
    },
    {
      id: 'dots',
      title: '[BR-128] names that contain .. are legal names',
      check: async (filesystem) => {
        await filesystem.writeFile('[...slug].tsx', 'x')
        await filesystem.writeFile('a..b', 'y')
        await filesystem.writeFile('..hidden', 'z')
        await filesystem.mkdir('v1..v2')
        expect(await readText(filesystem, 'sub/../a..b')).toBe('y')
        expect(namesOf(await filesystem.readdir('.'))).toEqual(
          ['..hidden', '[...slug].tsx', 'a..b', 'v1..v2'].toSorted(),
        )
      },
    },
    {
      id: 'outside',
      title: '.. as a segment that leaves the root is refused by every method',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        const calls = [
          filesystem.readFile('../a'),
          filesystem.writeFile('b/../../a', 'y'),
          filesystem.appendFile('../a', 'y'),
          filesystem.deleteFile('../a', { force: true }),
          filesystem.copyFile('a', '../a'),
          filesystem.moveFile('a', '../a'),
          filesystem.mkdir('../d'),
          filesystem.rmdir('../d', { force: true }),
          filesystem.readdir('..'),
          filesystem.stat('..'),
          filesystem.exists('../a'),
        ]
        for (const outcome of await Promise.allSettled(calls)) {
          const code: unknown = expect.stringMatching(/^(EACCES|EINVAL)$/)
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code } })
        }
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'nul',
      title: 'a path with a NUL byte is EINVAL for every method',
      check: async (filesystem) => {
        const path = 'a\0b'
        const calls = [
          filesystem.readFile(path),
          filesystem.writeFile(path, 'x'),
          filesystem.appendFile(path, 'x'),
          filesystem.deleteFile(path, { force: true }),
          filesystem.copyFile(path, 'x'),
          filesystem.moveFile('x', path),
          filesystem.mkdir(path),
          filesystem.rmdir(path),
          filesystem.readdir(path),
          filesystem.stat(path),
          filesystem.exists(path),
        ]
        for (const outcome of await Promise.allSettled(calls)) {
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'EINVAL' } })
        }
      },
    },
    {
      id: 'empty',
      title: 'an empty path names no file, so no file operation takes it',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await rejectionWith(filesystem.readFile(''), 'EINVAL', 'EISDIR')
        await rejectionWith(filesystem.writeFile('', 'x'), 'EINVAL', 'EISDIR')
        await rejectionWith(filesystem.deleteFile('', { recursive: true, force: true }), 'EINVAL', 'EACCES')
        await rejectionWith(filesystem.copyFile('a', ''), 'EINVAL', 'EISDIR')
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'long',
      title: 'a name of 255 bytes works in depth',
      check: async (filesystem) => {
        const path = `${'deep/'.repeat(20)}${'n'.repeat(255)}`
        await filesystem.writeFile(path, 'x')
        expect(await readText(filesystem, path)).toBe('x')
      },
    },
  ],
}
