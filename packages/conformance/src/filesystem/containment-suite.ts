import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Nothing outside is reached through links. */
export const containmentSuite: FilesystemSuite = {
  name: 'containment',
  cases: [
    {
      id: 'reads',
      title: '[BR-125] no read follows a link that leads outside',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink, outside = '' }) => {
        await makeLink?.(`${outside}/secret`, 'l')
        await makeLink?.(outside, 'd')
        await rejectionWith(filesystem.readFile('l'), 'EACCES')
        await rejectionWith(filesystem.readFile('d/secret'), 'EACCES')
        await rejectionWith(filesystem.readdir('d'), 'EACCES')
        await rejectionWith(filesystem.stat('l'), 'EACCES')
        await rejectionWith(filesystem.stat('d/none'), 'EACCES')
        await rejectionWith(filesystem.copyFile('l', 'c'), 'EACCES')
        await rejectionWith(filesystem.copyFile('d', 'c', { recursive: true }), 'EACCES')
        expect(namesOf(await filesystem.readdir('.', { recursive: true }))).toEqual(['d', 'l'])
        const found = await filesystem.grep?.({ pattern: 'secret', path: '.' })
        expect(found ?? []).toEqual([])
      },
    },
    {
      id: 'writes',
      title: '[BR-126] no write follows a link outside, dangling or not, and no parent is made there',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink, outside = '' }) => {
        await filesystem.writeFile('f', 'x')
        await makeLink?.(`${outside}/new.txt`, 'dangling')
        await makeLink?.(outside, 'p')
        await makeLink?.(`${outside}/none`, 'gone')
        await rejectionWith(filesystem.writeFile('dangling', 'x'), 'EACCES')
        await rejectionWith(filesystem.appendFile('dangling', 'x'), 'EACCES')
        await rejectionWith(filesystem.writeFile('p/secret', 'x'), 'EACCES')
        await rejectionWith(filesystem.writeFile('p/a/b.txt', 'x'), 'EACCES')
        await rejectionWith(filesystem.writeFile('gone/b.txt', 'x'), 'EACCES')
        await rejectionWith(filesystem.mkdir('p/q'), 'EACCES')
        await rejectionWith(filesystem.mkdir('gone'), 'EACCES')
        await rejectionWith(filesystem.moveFile('f', 'p/f'), 'EACCES')
        await rejectionWith(filesystem.copyFile('f', 'p/f'), 'EACCES')
        await rejectionWith(filesystem.copyFile('f', 'dangling'), 'EACCES')
        await rejectionWith(filesystem.deleteFile('p/secret'), 'EACCES')
        await rejectionWith(filesystem.rmdir('p/q', { force: true, recursive: true }), 'EACCES')
        expect(await readText(filesystem, 'f')).toBe('x')
      },
    },
    {
      id: 'inside',
      title: '[BR-125] links that stay inside work, relative and through directories',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink }) => {
        await filesystem.writeFile('d/a', 'x')
        await makeLink?.('d', 'e')
        await makeLink?.('../d/a', 'd/b')
        expect(await readText(filesystem, 'e/a')).toBe('x')
        expect(await readText(filesystem, 'd/b')).toBe('x')
        await filesystem.writeFile('e/new/c', 'y')
        expect(await readText(filesystem, 'd/new/c')).toBe('y')
        expect(namesOf(await filesystem.readdir('e'))).toEqual(['a', 'b', 'new'])
      },
    },
    {
      id: 'loop',
      title: 'links in a circle are an error, not a hang',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink }) => {
        await makeLink?.('y', 'x')
        await makeLink?.('x', 'y')
        await rejectionWith(filesystem.readFile('x'), 'ELOOP')
        await rejectionWith(filesystem.writeFile('x', 'z'), 'ELOOP')
        expect(namesOf(await filesystem.readdir('.'))).toEqual(['x', 'y'])
      },
    },
  ],
}
