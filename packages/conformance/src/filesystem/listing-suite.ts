import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { rejectionWith } from './rejection-with.js'

const tree = ['a.ts', 'd/b.ts', 'd/e/c.TS', 'd.ts/x.md', 'noext']

/** Listing directories. */
export const listingSuite: FilesystemSuite = {
  name: 'listing',
  cases: [
    {
      id: 'entries',
      title: 'readdir names files with their sizes, and directories',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a.txt', 'four')
        await filesystem.mkdir('d/e')
        const entries = await filesystem.readdir('d')
        expect(entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
          { name: 'a.txt', type: 'file', size: 4 },
          { name: 'e', type: 'directory' },
        ])
      },
    },
    {
      id: 'missing',
      title: '[BR-141] readdir of something missing is ENOENT, of a file ENOTDIR, of an empty directory nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('file.txt', 'x')
        await filesystem.mkdir('empty')
        await rejectionWith(filesystem.readdir('nope'), 'ENOENT')
        await rejectionWith(filesystem.readdir('file.txt'), 'ENOTDIR')
        expect(await filesystem.readdir('empty')).toEqual([])
      },
    },
    {
      id: 'spellings',
      title: '[BR-143] d, d/ and ./d list the same',
      check: async (filesystem) => {
        for (const path of tree) await filesystem.writeFile(path, 'x')
        for (const spelling of ['d', 'd/', './d']) {
          expect(namesOf(await filesystem.readdir(spelling))).toEqual(['b.ts', 'e'])
          expect(namesOf(await filesystem.readdir(spelling, { recursive: true }))).toEqual(['b.ts', 'e', 'e/c.TS'])
        }
      },
    },
    {
      id: 'recursive',
      title: '[BR-143] recursive names are relative to the listed directory, with /',
      check: async (filesystem) => {
        for (const path of tree) await filesystem.writeFile(path, 'x')
        const names = namesOf(await filesystem.readdir('.', { recursive: true }))
        expect(names).toEqual([...tree, 'd', 'd/e', 'd.ts'].toSorted())
      },
    },
    {
      id: 'extension',
      title: '[BR-143] extension filters files, with or without the dot and in any case, and keeps directories',
      check: async (filesystem) => {
        for (const path of tree) await filesystem.writeFile(path, 'x')
        for (const extension of ['.ts', 'ts', 'TS', ['.ts']]) {
          const names = namesOf(await filesystem.readdir('.', { recursive: true, extension }))
          expect(names).toEqual(['a.ts', 'd', 'd.ts', 'd/b.ts', 'd/e', 'd/e/c.TS'].toSorted())
        }
        const both = namesOf(await filesystem.readdir('.', { recursive: true, extension: ['.ts', 'md'] }))
        expect(both).toContain('d.ts/x.md')
        expect(both).not.toContain('noext')
      },
    },
    {
      id: 'depth',
      title: 'maxDepth ends a recursive listing, 1 lists only the directory itself',
      check: async (filesystem) => {
        await filesystem.writeFile('a/b/c', 'x')
        expect(namesOf(await filesystem.readdir('.', { recursive: true, maxDepth: 1 }))).toEqual(['a'])
        expect(namesOf(await filesystem.readdir('.', { recursive: true, maxDepth: 2 }))).toEqual(['a', 'a/b'])
      },
    },
    {
      id: 'names',
      title: '[BR-013] [BR-151] names with line feeds, tabs, outer blanks, arrows and backslashes come back exactly',
      needs: ['anyNames'],
      check: async (filesystem) => {
        const names = ['n\nl', 't\tt', ' lead', 'trail ', 'a -> b', '\\x', '*']
        for (const name of names) await filesystem.writeFile(`d/${name}`, name)
        expect(namesOf(await filesystem.readdir('d'))).toEqual(names.toSorted())
        expect(namesOf(await filesystem.readdir('.', { recursive: true }))).toEqual(
          ['d', ...names.map((name) => `d/${name}`)].toSorted(),
        )
        for (const name of names) expect((await filesystem.stat(`d/${name}`)).name).toBe(name)
      },
    },
    {
      id: 'many',
      title: '[BR-144] a directory with many files is listed and deleted completely',
      check: async (filesystem, { pageEntries }) => {
        const names = Array.from({ length: pageEntries + 100 }, (_, index) => `big/${index}`)
        for (let start = 0; start < names.length; start += 50) {
          await Promise.all(names.slice(start, start + 50).map(async (name) => filesystem.writeFile(name, '')))
        }
        expect(new Set(namesOf(await filesystem.readdir('big'))).size).toBe(names.length)
        await filesystem.rmdir('big', { recursive: true })
        expect(await filesystem.exists('big')).toBe(false)
      },
    },
    {
      id: 'links',
      title: 'readdir marks links and does not enter them, so it neither loops nor leaves',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink, outside = '' }) => {
        await filesystem.writeFile('d/a', 'x')
        await makeLink?.('..', 'd/up')
        await makeLink?.(outside, 'd/out')
        await makeLink?.('nothing', 'd/dangling')
        const entries = await filesystem.readdir('.', { recursive: true })
        expect(namesOf(entries)).toEqual(['d', 'd/a', 'd/dangling', 'd/out', 'd/up'])
        expect(entries.filter(({ isSymlink }) => isSymlink === true)).toHaveLength(3)
        expect(entries.find(({ name }) => name === 'd/up')).toMatchObject({ type: 'directory', symlinkTarget: '..' })
      },
    },
  ],
}
