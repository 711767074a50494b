import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { rejectionWith } from './rejection-with.js'

/** Looking at files. */
export const statSuite: FilesystemSuite = {
  name: 'stat',
  cases: [
    {
      id: 'file',
      title: 'stat of a file gives name, path from the root, type, size, times and media type',
      check: async (filesystem) => {
        const before = Date.now()
        await filesystem.writeFile('d/note.md', 'four')
        const stat = await filesystem.stat('./d/note.md')
        expect(stat).toMatchObject({ name: 'note.md', type: 'file', size: 4, mimeType: 'text/markdown' })
        expect(stat.path.replace(/^\//, '')).toBe('d/note.md')
        // Stores with whole seconds may round down.
        expect(stat.modifiedAt.getTime()).toBeGreaterThan(before - 2000)
        expect(stat.modifiedAt.getTime()).toBeLessThan(Date.now() + 2000)
        expect(stat.createdAt).toBeInstanceOf(Date)
      },
    },
    {
      id: 'directory',
      title: 'stat of a directory says so, with size 0, for every spelling of its path',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        for (const path of ['d', 'd/', './d']) {
          expect(await filesystem.stat(path)).toMatchObject({ name: 'd', type: 'directory', size: 0 })
        }
      },
    },
    {
      id: 'root',
      title: 'the root is a directory',
      check: async (filesystem) => {
        expect((await filesystem.stat('.')).type).toBe('directory')
        expect(await filesystem.exists('.')).toBe(true)
      },
    },
    {
      id: 'missing',
      title: 'stat of something missing is ENOENT, and exists says false',
      check: async (filesystem) => {
        await filesystem.writeFile('ab', 'x')
        await rejectionWith(filesystem.stat('a'), 'ENOENT')
        expect(await filesystem.exists('a')).toBe(false)
        expect(await filesystem.exists('ab/x')).toBe(false)
      },
    },
    {
      id: 'modified',
      title: 'modifiedAt never goes back',
      check: async (filesystem) => {
        await filesystem.writeFile('a', '1')
        const first = await filesystem.stat('a')
        await filesystem.writeFile('a', '2')
        const second = await filesystem.stat('a')
        expect(second.modifiedAt.getTime()).toBeGreaterThanOrEqual(first.modifiedAt.getTime())
      },
    },
    {
      id: 'permissions',
      title: 'setPermissions sets the mode, for directories too',
      needs: ['modes'],
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await filesystem.setPermissions?.('d/a', 0o755)
        await filesystem.setPermissions?.('d', 0o750)
        expect([(await filesystem.stat('d/a')).mode, (await filesystem.stat('d')).mode]).toEqual([0o755, 0o750])
        await rejectionWith(filesystem.setPermissions?.('no', 0o644) ?? Promise.resolve(), 'ENOENT')
      },
    },
    {
      id: 'links',
      title: 'stat follows links that stay inside; a dangling one leads to nothing',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink }) => {
        await filesystem.writeFile('real', 'four')
        await makeLink?.('real', 'link')
        await makeLink?.('nothing', 'dangling')
        expect(await filesystem.stat('link')).toMatchObject({ name: 'link', type: 'file', size: 4 })
        expect(await filesystem.exists('dangling')).toBe(false)
        await rejectionWith(filesystem.stat('dangling'), 'ENOENT')
      },
    },
  ],
}
