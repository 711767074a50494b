import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Adding to files. */
export const appendSuite: FilesystemSuite = {
  name: 'append',
  cases: [
    {
      id: 'creates',
      title: 'appendFile makes the file and its parents when missing',
      check: async (filesystem) => {
        await filesystem.appendFile('a/b.log', 'one\n')
        await filesystem.appendFile('a/b.log', 'two\n')
        expect(await readText(filesystem, 'a/b.log')).toBe('one\ntwo\n')
      },
    },
    {
      id: 'binary',
      title: '[BR-010] appendFile keeps bytes that are no text, before and after',
      check: async (filesystem) => {
        await filesystem.writeFile('b', Buffer.from([0xff, 0x00]))
        await filesystem.appendFile('b', Buffer.from([0xfe, 0x80]))
        expect(await filesystem.readFile('b')).toEqual(Buffer.from([0xff, 0x00, 0xfe, 0x80]))
      },
    },
    {
      id: 'concurrent',
      title: 'appends at the same time are all there',
      check: async (filesystem) => {
        await filesystem.writeFile('log', '')
        const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`)
        await Promise.all(lines.map(async (line) => filesystem.appendFile('log', `${line}\n`)))
        expect((await readText(filesystem, 'log')).trimEnd().split('\n').toSorted()).toEqual(lines.toSorted())
      },
    },
    {
      id: 'directory',
      title: 'appendFile to a directory is EISDIR',
      check: async (filesystem) => {
        await filesystem.mkdir('d')
        await rejectionWith(filesystem.appendFile('d', 'x'), 'EISDIR')
      },
    },
  ],
}
