import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Reading whole files. */
export const readSuite: FilesystemSuite = {
  name: 'read',
  cases: [
    {
      id: 'buffer',
      title: 'readFile without an encoding gives a Buffer',
      check: async (filesystem) => {
        await filesystem.writeFile('a.txt', 'é')
        const content = await filesystem.readFile('a.txt')
        expect(Buffer.isBuffer(content)).toBe(true)
        expect(content).toEqual(Buffer.from([0xc3, 0xa9]))
      },
    },
    {
      id: 'string',
      title: 'readFile with an encoding gives a string',
      check: async (filesystem) => {
        await filesystem.writeFile('a.txt', 'é')
        expect(await filesystem.readFile('a.txt', { encoding: 'utf8' })).toBe('é')
        expect(await filesystem.readFile('a.txt', { encoding: 'latin1' })).toBe('Ã©')
      },
    },
    {
      id: 'empty',
      title: 'an empty file reads as nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('empty', '')
        expect(await readText(filesystem, 'empty')).toBe('')
        expect((await filesystem.readFile('empty')).length).toBe(0)
      },
    },
    {
      id: 'missing',
      title: 'readFile of something missing is ENOENT and names the path',
      check: async (filesystem) => {
        const error = await rejectionWith(filesystem.readFile('no/such.txt'), 'ENOENT')
        expect(error).toMatchObject({ path: 'no/such.txt' })
      },
    },
    {
      id: 'directory',
      title: 'readFile of a directory is EISDIR',
      check: async (filesystem) => {
        await filesystem.mkdir('d')
        await rejectionWith(filesystem.readFile('d'), 'EISDIR')
      },
    },
    {
      id: 'own-copy',
      title: 'a Buffer that was read is the caller’s own: changing it does not change the file',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'abc')
        const content = await filesystem.readFile('a')
        if (typeof content !== 'string') content.fill(0)
        expect(await readText(filesystem, 'a')).toBe('abc')
      },
    },
  ],
}
